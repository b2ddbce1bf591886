/** How long a file has to stay the same before it is looked into. */
import { expect, test } from 'vitest'
import { createArrivals } from '#core/library/exchange/watched/arrivals.ts'

test('a file has its time once it has been the same for seconds, and anew after each change', () => {
  let nowMs = 0
  const arrivals = createArrivals({ monotonicMs: () => nowMs })
  const at = (sizeBytes: number) => ({
    path: '/in/a.png',
    name: 'a.png',
    relative: 'a.png',
    beside: [],
    skipReason: null,
    sizeBytes,
    modifiedAt: 1,
  })
  const isDueAfter = (ms: number): boolean => {
    nowMs += ms
    return arrivals.due().length > 0
  }
  arrivals.see(at(10))
  expect([isDueAfter(0), isDueAfter(2_900)]).toEqual([false, false])
  arrivals.see(at(20))
  expect([isDueAfter(2_900), isDueAfter(200)]).toEqual([false, true])
  arrivals.see(at(65 * 1024 * 1024))
  expect([isDueAfter(14_000), isDueAfter(1_100)]).toEqual([false, true])
})
