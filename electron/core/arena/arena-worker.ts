/** Entry of the arena's thread: reads all assets or all votes, sends what comes of it, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { seededRandom } from '#contract/rules/seeded-random.ts'
import { openReader } from '../store/reader.ts'
import { readResults } from './results.ts'
import { takeSurvey } from './survey.ts'

export interface ArenaOrder {
  /** The path of library.db. */
  readonly database: string
  readonly kind: 'survey' | 'results'
  readonly seed: number
}

if (parentPort) {
  const { database, kind, seed } = workerData as ArenaOrder
  const db = openReader(database)
  try {
    parentPort.postMessage(kind === 'survey' ? takeSurvey(db) : readResults(db, seededRandom(seed)), [])
  } finally {
    db.close()
  }
}
