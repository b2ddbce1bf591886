/** Which part of which take is shown, by what the files measure and what shots go on from. */
import { expect, test } from 'vitest'
import type { Sequence, SequenceShot } from '#contract/sequences.ts'
import { cutOf, type Take } from '#core/hand-off/cut.ts'
import { sourcesOf } from '#core/hand-off/sources.ts'
import { timelineOf } from '#core/hand-off/timeline.ts'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'

/** A video whose sound is longer than its picture, and may begin before it. */
function take(id: string, seconds: number, fromSeconds = 0): Take {
  const containerMs = seconds * 1_000 + 300
  const record = { id, kind: 'video', sha256: id, extension: 'mp4', durationMs: containerMs } as AssetRecord
  const part = {
    fromSeconds,
    toSeconds: seconds,
    frames: (seconds - fromSeconds) * 24,
    isWhole: true,
    isWholeWithoutLast: true,
  }
  const video = {
    codec: 'avc',
    parameters: null,
    width: 32,
    height: 32,
    rotation: 0,
    frameRate: 24,
    isVariable: false,
  }
  return { record, facts: { video: { ...video, part }, audio: null } }
}

const shot = (id: string, shown: string, more: Partial<SequenceShot> = {}): SequenceShot => ({
  id,
  mediaType: 'video',
  provider: 'p',
  model: 'm',
  prompt: id,
  takes: [],
  take: shown,
  shown,
  ...more,
})

function cut(shots: readonly SequenceShot[], takes: readonly Take[]) {
  const sequence: Sequence = {
    id: 's',
    name: 'n',
    shots,
    sound: [],
    normalise: false,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  }
  const known = new Map(takes.map((one) => [one.record.id, one]))
  const made = cutOf(sequence, known)
  return { ...made, sources: [...sourcesOf(made, known, true, () => null).values()] }
}

test('a video lasts as long as its frames, not as its file', () => {
  const { clips, sources } = cut(
    [shot('a', 'x'), shot('b', 'y', { from: { shotId: 'a' }, trim: { inMs: 500, outMs: 2_250 } })],
    [take('x', 1), take('y', 2)],
  )
  expect(clips.map(({ inMs, outMs }) => [inMs, outMs])).toEqual([
    [0, 1_000],
    [500, 2_000],
  ])
  expect(sources.map(({ durationMs }) => durationMs)).toEqual([1_000, 2_000])
})

test('what begins later than its file is as long as its frames, and begins with the first of them', () => {
  const late = [take('x', 2.5, 1.5), take('y', 2.5, 0.5)]
  const shots = [
    shot('a', 'x'),
    shot('b', 'y', { from: { shotId: 'a' }, trim: { inMs: 0, outMs: 1_500 } }),
    shot('c', 'y', { trim: { inMs: 1_500, outMs: 2_500 } }),
  ]
  const { sources, ...parts } = cut(shots, late)
  expect(parts.clips.map(({ inMs, outMs, dropsFirstFrame }) => [inMs, outMs, dropsFirstFrame])).toEqual([
    [1_500, 2_500, false],
    [500, 1_500, true],
    [1_500, 2_500, false],
  ])
  const { clips } = timelineOf(parts, new Map(sources.map((source) => [source.assetId, source])))
  expect(clips.map(({ start, from, frames, sourceFrames }) => [start, from, frames, sourceFrames])).toEqual([
    [0, 0, 24, 24],
    [24, 1, 23, 48],
    [47, 24, 24, 48],
  ])
})

test('a clip has the number that the strip gives its shot', () => {
  const { shown: _shown, ...open } = shot('open', 'x')
  const still = shot('still', 'z', { mediaType: 'image', stillOf: 'b' })
  const { clips } = cut([open, still, shot('b', 'x'), shot('c', 'y')], [take('x', 1), take('y', 1)])
  expect(clips.map(({ shotId, number }) => [shotId, number])).toEqual([
    ['b', 2],
    ['c', 3],
  ])
})

test('a frame is repeated where a shot goes on from what is shown before it, also after a cut', () => {
  const takes = [take('x', 2), take('y', 1)]
  const drops = (...shots: readonly SequenceShot[]) =>
    cut(shots, takes).clips.map(({ dropsFirstFrame }) => dropsFirstFrame)
  const first = shot('a', 'x', { trim: { inMs: 0, outMs: 1_000 } })
  const rest = shot('a2', 'x', { trim: { inMs: 1_000, outMs: 2_000 } })
  const next = shot('b', 'y', { from: { shotId: 'a' } })
  expect(drops(first, rest, next)).toEqual([false, false, true])
  expect(drops(rest, first, next)).toEqual([false, false, false])
  // Ends are in whole ms.
  const nearly = shot('a', 'x', { trim: { inMs: 500, outMs: 1_999 } })
  expect(drops(nearly, next)).toEqual([false, true])
  // A still takes the place of another first frame.
  const still = shot('still', 'z', { mediaType: 'image', stillOf: 'b' })
  expect(drops(first, rest, still, next)).toEqual([false, false, false])
  // Another shot of the same take shows the same frame; another take does not.
  expect(drops(shot('a', 'y'), shot('c', 'x'), next)).toEqual([false, false, false])
})
