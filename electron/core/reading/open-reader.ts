/** Opens what reads files from outside, in a data directory: with what the last run was reading when it was killed. */
import type { Clock } from '../ports/clock.ts'
import type { SpawnReader } from '../ports/reader-process.ts'
import type { Database } from '../store/database.ts'
import { createReader, type Reader } from './reader.ts'
import { createReadingNotes, readLeftNotes } from './reading-notes.ts'
import { createUnreadableFiles } from './unreadable-files.ts'

export interface OpenReaderOptions {
  readonly db: Database
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now'>
  readonly spawn: SpawnReader
  readonly log: (line: string) => void
  /** The last run fell silent for good, and no response was being read. */
  readonly wasSilent?: boolean
  readonly patience?: number
}

export async function openReader({
  db,
  dataDir,
  clock,
  spawn,
  log,
  wasSilent = false,
  patience = 1,
}: OpenReaderOptions): Promise<Reader> {
  const files = createUnreadableFiles(db, () => clock.now())
  const left = await readLeftNotes(dataDir)
  db.transaction(() => {
    // What was read beside others is not known to be guilty.
    const isGuilty = wasSilent && left.length === 1
    for (const sha256 of left) {
      if (isGuilty) files.add(sha256, 'silent')
      else files.addInterrupted(sha256)
    }
  })
  return createReader({ files, notes: createReadingNotes(dataDir, log), spawn, log, patience })
}
