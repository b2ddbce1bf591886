/** Videos that make whoever parses them take all the memory or time there is: kept, marked, and the host answers all the while. */
import { expect, test } from 'vitest'
import { endlessRun, manyFragments, manyTracks } from '#test/stand-ins/hostile-videos.ts'
import { watchLoop } from '#test/stand-ins/loop-silence.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

/** Of the thread's own work: what a busy machine does to it is not its fault. */
const LONGEST_WORK_MS = 2_000
/** Garbage of other tests included. */
const MOST_MORE_BYTES = 400 * 1024 ** 2

function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.each([
  ['a run (trun) of four thousand million samples', endlessRun()],
  ['400 fragments (moof) of 100,000 samples each', manyFragments(400)],
  ['20,000 tracks (trak)', manyTracks(20_000)],
])('%s', async (_, bytes) => {
  const app = await openTestApp({ readerPatience: 0.25 })
  const silence = watchLoop()
  const before = memory()
  const body = (async function* () {
    yield bytes
  })()
  const taken = await app.app.importFile({ name: 'video.mp4', body })
  expect(taken).toMatchObject({ ok: true, data: { asset: { unreadable: true } } })
  expect(silence.busiestMs()).toBeLessThan(LONGEST_WORK_MS)
  expect(memory() - before).toBeLessThan(MOST_MORE_BYTES)

  const again = await app.reopen()
  expect((await again.ask('library.query', {})).items).toMatchObject([{ unreadable: true }])
  expect(again.logLines.filter((line) => line.includes('could not be read'))).toEqual([])
})
