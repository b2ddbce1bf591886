/** Which frames a part of a video shows. */
import { expect, test } from 'vitest'
import { partOf } from '#core/rendering/frame-times.ts'

/** A screen that is still for two seconds, moves for a few frames, and stands still for three. */
const STARTS = [0, 2, 2.04, 2.08, 2.12, 2.16]
const STILL = { starts: STARTS, keys: STARTS.map((_, at) => at === 0), lastSeconds: 3 }

test.each([
  ['inside of a frame that is shown for long', [0.5, 1.5], [0.5, 1.5, 1]],
  ['that begins and ends in one', [0.5, 4], [0.5, 4, 6]],
  ['inside of the last one', [3, 4], [3, 4, 1]],
  ['at frames', [2.04, 2.12], [2.04, 2.12, 2]],
  ['near to frames', [2.03, 2.13], [2.04, 2.12, 2]],
  ['shorter than a frame', [1.97, 1.99], [2, 2.04, 1]],
  ['all of it', [0, Infinity], [0, 5.16, 6]],
  ['behind its end', [9, 10], [2.16, 5.16, 1]],
])('a part %s shows what was asked for', (_, [fromSeconds = 0, toSeconds = 0], shown) => {
  const part = partOf(STILL, { fromSeconds, toSeconds })
  expect([part.fromSeconds, part.toSeconds, part.frames]).toEqual(shown)
})

test('packets are copied where a part begins and ends with frames alone', () => {
  const isWhole = (fromSeconds: number, toSeconds: number) =>
    partOf(STILL, { fromSeconds, toSeconds }).isWhole
  expect([isWhole(0, Infinity), isWhole(0, 2), isWhole(0, 1), isWhole(0.5, 2), isWhole(0, 4)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
