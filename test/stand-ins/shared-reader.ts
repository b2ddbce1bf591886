/**
 * The process that reads files, kept for the next test when one is done with it: starting one costs more than most tests.
 *
 * One that was reading when it was to be killed is killed.
 */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { forkReader, openReader } from '#core/open-reader.ts'
import type { ReaderProcess } from '#core/ports/reader-process.ts'
import type { ReaderCall, ReaderMessage } from '#core/reading/readings.ts'
import type { Reader } from '#core/reading/reader.ts'
import { openDatabase } from '#core/store/database.ts'
import { makeTempDir } from './temp-dir.ts'

const PROCESS = new URL('./reader-process.ts', import.meta.url)

const idle: Kept[] = []
const all = new Set<Kept>()

/** Something is being read, or is to be as soon as the process is there. */
export function isReading(): boolean {
  return [...all].some(({ reading }) => reading.size > 0)
}

interface Kept {
  readonly process: ReaderProcess
  readonly reading: Set<number>
  isReady: boolean
  hasEnded: boolean
  onMessage: (message: unknown) => void
  onExit: (reason: string) => void
}

export function sharedReader(): ReaderProcess {
  const kept = idle.pop() ?? start()
  let isOurs = true
  return {
    send: (message) => {
      const call = message as ReaderCall
      if (call.kind === 'read') kept.reading.add(call.id)
      kept.process.send(call)
    },
    onMessage: (listener) => {
      kept.onMessage = listener
      if (kept.isReady) queueMicrotask(() => isOurs && listener({ kind: 'ready' } satisfies ReaderMessage))
    },
    onExit: (listener) => (kept.onExit = listener),
    kill: () => {
      if (!isOurs) return
      isOurs = false
      if (!kept.isReady || kept.hasEnded || kept.reading.size > 0) return kept.process.kill()
      kept.onMessage = () => undefined
      kept.onExit = () => undefined
      idle.push(kept)
    },
  }
}

function start(): Kept {
  const kept: Kept = {
    process: forkReader(PROCESS),
    reading: new Set(),
    isReady: false,
    hasEnded: false,
    onMessage: () => undefined,
    onExit: () => undefined,
  }
  all.add(kept)
  kept.process.onMessage((message) => {
    const heard = message as ReaderMessage
    if (heard.kind === 'ready') kept.isReady = true
    if (heard.kind === 'done' || heard.kind === 'failed') kept.reading.delete(heard.id)
    kept.onMessage(message)
  })
  kept.process.onExit((reason) => {
    kept.hasEnded = true
    all.delete(kept)
    if (idle.includes(kept)) idle.splice(idle.indexOf(kept), 1)
    kept.onExit(reason)
  })
  return kept
}

/** What reads files from outside, on a database and a folder of its own. */
export async function openTestReader(patience = 1): Promise<Reader> {
  const dataDir = await makeTempDir()
  const db = openDatabase(join(dataDir, 'library.db'))
  const log = () => undefined
  const reader = await openReader({ db, dataDir, clock: Date, spawn: sharedReader, log, patience })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  return reader
}
