/** Entry of the arena's thread: reads all assets or all votes, sends what comes of it, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from '#contract/rules/seeded-random.ts'
import { openReader } from '../store/reader.ts'
import { readResults } from './results.ts'
import { takeSurvey } from './survey.ts'

/** The same votes always give the same intervals. */
const SEED = 1

export interface ArenaOrder {
  /** The path of library.db. */
  readonly database: string
  readonly kind: 'survey' | 'results'
}

if (parentPort) {
  const { database, kind } = workerData as ArenaOrder
  const db = openReader(database)
  try {
    parentPort.postMessage(kind === 'survey' ? takeSurvey(db) : readResults(db, seededRandom(SEED)), [])
  } finally {
    db.close()
  }
}
