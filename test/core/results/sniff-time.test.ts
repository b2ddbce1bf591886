/**
 * What a file is, is told in the host itself, so no head of a file may take long. In a thread of its own: one that never ends
 * would end the tests.
 *
 * @slow 20,000 changed heads instead of 1,000.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { scaled } from '#test/stand-ins/scale.ts'
import type { SniffTimes } from '#test/stand-ins/sniff-worker.ts'

const CHANGED = scaled(1_000, 20_000)
const LONGEST_MS = 100
const HANGS_AFTER_MS = scaled(60_000, 600_000)

test('hostile heads are told apart in a moment', { timeout: 2 * HANGS_AFTER_MS }, async () => {
  const worker = new Worker(new URL('../../stand-ins/sniff-worker.ts', import.meta.url), {
    workerData: CHANGED,
    execArgv: [],
  })
  onTestFinished(async () => void (await worker.terminate()))
  const [times] = (await once(worker, 'message', { signal: AbortSignal.timeout(HANGS_AFTER_MS) })) as [
    SniffTimes,
  ]
  expect(times.heads).toBeGreaterThan(CHANGED)
  expect(times).toSatisfy(({ longestMs }: SniffTimes) => longestMs < LONGEST_MS)
})
