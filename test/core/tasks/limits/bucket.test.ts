import { expect, test } from 'vitest'
import { createBucket, freshBucket } from '#core/tasks/limits/bucket.ts'

const fresh = freshBucket(60)

/** When each of so many requests leaves, in milliseconds, if each leaves as soon as it may. */
function departures(bucket: ReturnType<typeof createBucket>, count: number, from = 0): number[] {
  let now = from
  return Array.from({ length: count }, () => {
    now += bucket.waitMs(now)
    bucket.spend(now)
    return now
  })
}

test('lets a burst leave at once and then exactly one request an interval', () => {
  expect(departures(createBucket(fresh, 3), 6)).toEqual([0, 0, 0, 1_000, 2_000, 3_000])
})

test('saves up no more than the burst, however long nothing was sent', () => {
  expect(departures(createBucket(fresh, 3), 5, 8 * 3_600_000).map((at) => at - 8 * 3_600_000)).toEqual([
    0, 0, 0, 1_000, 2_000,
  ])
})

test('falls to 0.7 of what was refused, once for refusals that come together', () => {
  const bucket = createBucket(fresh, 1)
  departures(bucket, 61)
  bucket.refused(60_000, 1_000, 0)
  expect(bucket.state()).toMatchObject({ ratePerMinute: 0.7 * 59, ceilingPerMinute: 59, steady: 0 })
  bucket.refused(60_100, 1_000, 0)
  expect(bucket.state().ratePerMinute).toBeCloseTo(0.7 * 59)
})

test('climbs back to just under what was refused, and not above', () => {
  const bucket = createBucket({ ...fresh, ratePerMinute: 28, ceilingPerMinute: 40 }, 1)
  for (let request = 0; request < 99; request++) bucket.accepted(request)
  expect(bucket.state()).toMatchObject({ ratePerMinute: 36, ceilingPerMinute: 40, steady: 99 })
})

test('lets nothing leave before the wait that was asked for, and no burst after it', () => {
  const bucket = createBucket(fresh, 10)
  bucket.spend(0)
  bucket.refused(0, 30_000, 30_000)
  expect(bucket.waitMs(0)).toBeCloseTo(30_000)
  expect(bucket.waitMs(29_999)).toBeCloseTo(1)
  const [first, second] = departures(bucket, 2, 30_000)
  expect(first).toBeCloseTo(30_000)
  expect(second).toBeGreaterThan(31_000)
})

test('a jump of time ends its own wait, never the one that the service asked for', () => {
  const [own, asked] = [createBucket(fresh, 1), createBucket(fresh, 1)]
  own.refused(0, 30_000, 0)
  asked.refused(0, 30_000, 30_000)
  own.timeJumped(1_000)
  asked.timeJumped(1_000)
  expect(own.waitMs(1_000)).toBe(0)
  expect(asked.waitMs(1_000)).toBeCloseTo(29_000)
})

test('tries a little more ever sooner while nothing comes of it, and ever later with every refusal', () => {
  const free = createBucket({ ...fresh, ratePerMinute: 5, ceilingPerMinute: 6 }, 1)
  for (let request = 0; request < 1_000; request++) free.accepted(request)
  expect(free.state().ratePerMinute).toBeGreaterThan(60)
  const bound = createBucket({ ...fresh, ratePerMinute: 40, ceilingPerMinute: 44 }, 1)
  let refusals = 0
  for (let request = 0; request < 20_000; request++) {
    bound.spend(request * 1_000)
    if (bound.state().ratePerMinute <= 44) bound.accepted(request * 1_000)
    else {
      bound.refused(request * 1_000, 0, 0)
      refusals++
    }
  }
  expect(refusals).toBeLessThan(20_000 * 0.005)
})
