/** Opens what reads files from outside, in a data directory: with what the last run was reading when it was killed. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../ports/clock.ts'
import type { SpawnReader, ReaderProcess } from '../ports/reader-process.ts'
import type { Database } from '../store/database.ts'
import { createReader, type Reader } from './reader.ts'
import { createReadingNotes, readLeftNotes, createUnreadableFiles } from './reading-notes.ts'
import { READER_FLAGS, readerEnvironment } from './reader-limits.ts'

interface OpenReaderOptions {
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

/** Starts `entry` with the Node that runs this process. Ends with this process. */
export function forkReader(entry: URL): ReaderProcess {
  const child = fork(fileURLToPath(entry), [], {
    env: readerEnvironment(),
    execArgv: [...READER_FLAGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  // Whoever waits for a reading has a reason of its own to stay.
  child.unref()
  child.channel?.unref()
  return {
    // Its end is heard of by `onExit`.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
