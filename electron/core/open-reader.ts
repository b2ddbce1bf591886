/**
 * Opens what reads files from outside, in a data directory: with what the last run was reading when it was killed.
 *
 * Knows every area that declares readings: each in a `readings.ts`, and joined here and in reader-worker.ts.
 */
import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from './context/context.ts'
import { INPUT_DEADLINES_MS } from './inputs/readings.ts'
import { EXCHANGE_DEADLINES_MS } from './library/exchange/readings.ts'
import { LIBRARY_DEADLINES_MS } from './library/readings.ts'
import type { Clock } from './ports/clock.ts'
import type { SpawnReader, ReaderProcess } from './ports/reader-process.ts'
import { createReader, type Reader } from './reading/reader.ts'
import { createReadingNotes, readLeftNotes, createUnreadableFiles } from './reading/reading-notes.ts'
import { READER_FLAGS, readerEnvironment } from './reading/reader-limits.ts'
import type { ReadingName } from './reading/readings.ts'
import { RENDERING_DEADLINES_MS } from './rendering/readings.ts'
import { RESULT_DEADLINES_MS } from './results/readings.ts'

const DEADLINES_MS: Readonly<Record<ReadingName, number>> = {
  ...LIBRARY_DEADLINES_MS,
  ...EXCHANGE_DEADLINES_MS,
  ...INPUT_DEADLINES_MS,
  ...RESULT_DEADLINES_MS,
  ...RENDERING_DEADLINES_MS,
}

interface OpenReaderOptions extends Pick<Context, 'db' | 'dataDir' | 'log'> {
  readonly clock: Pick<Clock, 'now'>
  readonly spawn: SpawnReader
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
  return createReader({
    files,
    notes: createReadingNotes(dataDir, log),
    spawn: () => spawn(entryUrl()),
    deadlinesMs: DEADLINES_MS,
    log,
    patience,
  })
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

/** `reader-worker.ts` beside this file, or the built `reader-worker.js` beside the entry that this file was bundled into. */
function entryUrl(): URL {
  return new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url)
}
