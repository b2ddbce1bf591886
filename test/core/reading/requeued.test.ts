/** When the process that reads ends, what was read beside others is read again: unless nobody waits for it, or its file is known. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReaderProcess } from '#core/ports/reader-process.ts'
import { createReadingNotes, createUnreadableFiles } from '#core/reading/reading-notes.ts'
import { createReader, UNREADABLE } from '#core/reading/reader.ts'
import type { ReaderCall, ReadingName } from '#core/reading/readings.ts'
import { openDatabase } from '#core/store/database.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)]
const EVERY_MS = new Proxy({}, { get: () => 60_000 }) as Readonly<Record<ReadingName, number>>

/** Processes that do as the test says. */
async function openScripted() {
  const dataDir = await makeTempDir()
  const db = openDatabase(join(dataDir, 'library.db'))
  const calls: ReaderCall[] = []
  let end = (): void => undefined
  let answer = (_message: unknown): void => undefined
  const spawn = (): ReaderProcess => ({
    send: (call) => void calls.push(call as ReaderCall),
    onMessage: (listener) => {
      answer = listener
      queueMicrotask(() => listener({ kind: 'ready' }))
    },
    onExit: (listener) => {
      end = () => listener('SIGKILL')
    },
    kill: () => end(),
  })
  const log = (): void => undefined
  const files = createUnreadableFiles(db, Date.now)
  const notes = createReadingNotes(dataDir, log)
  const reader = createReader({ files, notes, spawn, deadlinesMs: EVERY_MS, log, patience: 1 })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  const read = (sha256: string, signal?: AbortSignal) =>
    reader.read('png', { path: sha256 }, { sha256, ...(signal && { signal }) })
  const paths = () =>
    calls.flatMap((call) => (call.kind === 'read' ? [Reflect.get(call.input, 'path') as string] : []))
  const done = () =>
    answer({ kind: 'done', id: calls.findLast(({ kind }) => kind === 'read')?.id, output: null })
  return { read, calls, paths, end: () => end(), done }
}

test('a reading that was cancelled is not begun again', async () => {
  const { read, paths, calls, end, done } = await openScripted()
  const job = new AbortController()
  const cancelled = read(ONE, job.signal).catch(String)
  const other = read(TWO)
  await expect.poll(paths).toEqual([ONE, TWO])
  job.abort(new Error('The job was cancelled.'))
  expect(calls.at(-1)).toMatchObject({ kind: 'cancel' })
  end()
  await expect.poll(() => paths().at(2)).toBe(TWO)
  done()
  expect(await other).toBeNull()
  expect(await cancelled).toContain('cancelled')
  expect(paths()).toHaveLength(3)
})

test('a file that stopped the process is not read for the next who waits for it', async () => {
  const { read, paths, end } = await openScripted()
  const both = [read(ONE), read(ONE)]
  await expect.poll(paths).toEqual([ONE, ONE])
  end()
  await expect.poll(() => paths().length).toBe(3)
  end()
  expect(await both[0]).toBe(UNREADABLE)
  expect(paths()).toHaveLength(3)
  expect(await both[1]).toBe(UNREADABLE)
})
