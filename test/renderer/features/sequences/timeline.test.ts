import { expect, it } from 'vitest'
import type { EditedShot } from '#renderer/features/sequences/edits.ts'
import { volumeAt } from '#renderer/features/sequences/sound.ts'
import { type Clip, layOut, lengthOf, segmentAt } from '#renderer/features/sequences/timeline.ts'

const shot = (id: string, more: Partial<EditedShot> = {}): EditedShot => ({
  id,
  mediaType: 'video',
  provider: 'p',
  model: 'm',
  prompt: id,
  ...more,
})

const CLIPS: Readonly<Record<string, Clip>> = {
  a: { assetId: 'A', kind: 'video', lengthMs: 2_000 },
  b: { assetId: 'B', kind: 'image' },
  c: { assetId: 'C', kind: 'video', lengthMs: 4_000 },
  d: { assetId: 'D', kind: 'video' },
}

it('lays out what is made, cut as each shot says, and leaves out what is not there yet', () => {
  const shots = [
    shot('a', { trim: { inMs: 500, outMs: 9_000 } }),
    shot('unmade'),
    shot('b', { stillMs: 1_000 }),
    shot('d'),
    shot('c', { muted: true }),
  ]
  const segments = layOut(shots, ({ id }) => CLIPS[id])
  expect(
    segments.map(({ shotId, inMs, outMs, startMs, endMs }) => [shotId, inMs, outMs, startMs, endMs]),
  ).toEqual([
    ['a', 500, 2_000, 0, 1_500],
    ['b', 0, 1_000, 1_500, 2_500],
    ['c', 0, 4_000, 2_500, 6_500],
  ])
  expect(lengthOf(segments)).toBe(6_500)
  expect([0, 1_499, 1_500, 6_499, 6_500].map((ms) => segmentAt(segments, ms))).toEqual([0, 0, 1, 2, 2])
  expect(segmentAt([], 0)).toBe(-1)
})

it('brings a sound in and out at its level', () => {
  const track = { assetId: 'x', startMs: 1_000, levelDb: -20, fadeInMs: 1_000, fadeOutMs: 2_000 }
  const at = (ms: number) => Number(volumeAt(track, ms, 10_000).toFixed(3))
  expect([1_000, 1_500, 5_000, 9_000, 10_000].map(at)).toEqual([0, 0.05, 0.1, 0.05, 0])
  expect(volumeAt({ ...track, levelDb: 12, fadeInMs: 0, fadeOutMs: 0 }, 5_000, 10_000)).toBe(1)
})
