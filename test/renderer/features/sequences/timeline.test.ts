import { expect, it } from 'vitest'
import type { EditedShot } from '#renderer/features/sequences/edits.ts'
import { volumeAt } from '#renderer/features/sequences/sound.ts'
import {
  type Clip,
  frameAt,
  layOut,
  lengthOf,
  segmentAt,
  stepped,
} from '#renderer/features/sequences/timeline.ts'

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

it('shows all of a take that ends before a trim begins that was meant for a longer one', () => {
  const shots = [
    shot('a', { trim: { inMs: 3_000, outMs: 4_000 } }),
    shot('d', { trim: { inMs: 1, outMs: 9 } }),
  ]
  const segments = layOut(shots, ({ id }) => CLIPS[id])
  expect(segments.map(({ inMs, outMs }) => [inMs, outMs])).toEqual([
    [0, 2_000],
    [1, 9],
  ])
})

it('begins with the first frame of a file that begins before it', () => {
  const clip = { assetId: 'a', kind: 'video', startMs: 80, lengthMs: 1_080, frameRate: 25 } as const
  const inMs = (trim?: { inMs: number; outMs: number }) =>
    layOut([shot('a', { ...(trim && { trim }) })], () => clip).map((one) => [one.inMs, one.endMs])
  expect([inMs(), inMs({ inMs: 0, outMs: 500 }), inMs({ inMs: 10, outMs: 70 })].flat()).toEqual([
    [80, 1_000],
    [80, 420],
    [80, 1_000],
  ])
  const [, second] = layOut(
    [shot('a'), shot('b')],
    () => clip,
    () => 'a',
  )
  expect(second).toMatchObject({ inMs: 120, droppedMs: 40 })
})

it('shows no frame twice where a shot goes on from the last one of the shot before, as exports do', () => {
  const clips = { ...CLIPS, c: { assetId: 'C', kind: 'video', lengthMs: 4_000, frameRate: 24 } } as const
  const inMs = (first: EditedShot, second: EditedShot, begin = 'A') =>
    layOut(
      [first, second],
      ({ id }) => clips[id as keyof typeof clips],
      ({ id }) => (id === 'c' ? begin : undefined),
    ).at(-1)
  const cut = { trim: { inMs: 0, outMs: 1_500 } }
  expect(inMs(shot('a'), shot('c'))).toMatchObject({ inMs: 42, droppedMs: 42, endMs: 5_958 })
  expect(inMs(shot('b'), shot('c'), 'B')).toMatchObject({ inMs: 42, droppedMs: 42 })
  expect(
    [
      inMs(shot('a', cut), shot('c')),
      inMs(shot('a'), shot('c', { trim: { inMs: 50, outMs: 900 } })),
      inMs(shot('a'), shot('c'), 'B'),
      inMs(shot('c'), shot('a')),
    ].map((segment) => [segment?.inMs, segment?.droppedMs]),
  ).toEqual([
    [0, 0],
    [50, 0],
    [0, 0],
    [0, 0],
  ])
})

it('brings a sound in and out at its level', () => {
  const track = { assetId: 'x', startMs: 1_000, levelDb: -20, fadeInMs: 1_000, fadeOutMs: 2_000 }
  const at = (ms: number) => Number(volumeAt(track, ms, 10_000).toFixed(3))
  expect([1_000, 1_500, 5_000, 9_000, 10_000].map(at)).toEqual([0, 0.05, 0.1, 0.05, 0])
  expect(volumeAt({ ...track, levelDb: 12, fadeInMs: 0, fadeOutMs: 0 }, 5_000, 10_000)).toBe(1)
})

const at = (rate: number, lengthMs: number, trim?: { inMs: number; outMs: number }) =>
  layOut([shot('a', { ...(trim && { trim }) }), shot('b')], ({ id }) =>
    id === 'a'
      ? { assetId: 'a', kind: 'video', lengthMs, frameRate: rate }
      : { assetId: 'b', kind: 'video', lengthMs: 1_000, frameRate: 24 },
  )

it.each([12, 24_000 / 1_001, 25, 30_000 / 1_001, 50, 60])(
  'steps through every frame of a file at %d a second, there and back, and over the join',
  (rate) => {
    const segments = at(rate, Math.round(20_000 / rate))
    const frames = (step: 1 | -1, from: number): readonly number[] => {
      const shown: number[] = []
      for (let timeMs = from; shown.length < 22; timeMs = stepped(segments, timeMs, step)) {
        const isFirst = segmentAt(segments, timeMs) === 0
        shown.push(isFirst ? Math.floor((timeMs * rate) / 1_000) : 100)
      }
      return shown
    }
    const all = Array.from({ length: 20 }, (_, frame) => frame)
    expect(frames(1, 0)).toEqual([...all, 100, 100])
    const join = segments[1]?.startMs ?? 0
    expect(frames(-1, join)).toEqual([100, ...all.toReversed(), 0])
  },
)

it('cuts at the frame that is shown, in whole ms that show it and not the one before', () => {
  const [segment] = at(24, 1_000)
  if (!segment) throw new Error('There is no segment.')
  // The third frame lasts from 83.3 to 125 ms.
  for (const timeMs of [84, 100, 124.9])
    expect(frameAt(segment, timeMs, 24)).toEqual({ fromMs: 84, toMs: 125 })
  expect(frameAt(segment, 1_000, 24)).toEqual({ fromMs: 959, toMs: 1_000 })
  const [cut] = at(24, 1_000, { inMs: 84, outMs: 500 })
  if (!cut) throw new Error('There is no segment.')
  expect(frameAt(cut, 0, 24)).toEqual({ fromMs: 84, toMs: 125 })
})
