import { expect, it } from 'vitest'
import {
  duplicated,
  type EditedShot,
  linesOf,
  moved,
  removed,
  type SequenceValue,
  split,
  wouldCircle,
} from '#renderer/features/sequences/edits.ts'

const shot = (id: string, more: Partial<EditedShot> = {}): EditedShot => ({
  id,
  mediaType: 'video',
  provider: 'p',
  model: 'm',
  prompt: id,
  ...more,
})
const valueOf = (...shots: readonly EditedShot[]): SequenceValue => ({
  name: 'n',
  shots,
  sound: [],
  normalise: false,
})
const idsOf = ({ shots }: SequenceValue): string => shots.map(({ id }) => id).join(' ')

function counter(): () => string {
  let last = 0
  return () => `new${++last}`
}

it('moves a shot before another one, and to the end', () => {
  const value = valueOf(shot('a'), shot('b'), shot('c'))
  expect(idsOf(moved('c', 'a')(value))).toBe('c a b')
  expect(idsOf(moved('a', null)(value))).toBe('b c a')
  expect(moved('a', 'a')(value)).toBe(value)
})

it('takes a still away with its shot, and lets what went on from it go on from its asset', () => {
  const value = valueOf(
    shot('a'),
    shot('still', { stillOf: 'a', mediaType: 'image' }),
    shot('b', { from: { shotId: 'a' } }),
  )
  expect(removed('a', 'asset')(value).shots).toEqual([shot('b', { from: { assetId: 'asset' } })])
  expect(removed('a', undefined)(value).shots).toEqual([shot('b', { from: undefined })])
})

it('duplicates a shot with its take and its still, which ask for the same', () => {
  const value = valueOf(shot('a', { newTake: 2 }), shot('still', { stillOf: 'a' }), shot('b'))
  expect(duplicated('a', 'asset', counter())(value).shots.slice(1, 3)).toEqual([
    shot('new1', { prompt: 'a', newTake: 2, take: 'asset' }),
    shot('new2', { prompt: 'still', stillOf: 'new1' }),
  ])
})

it('splits what a shot shows of its take, and nothing at its ends', () => {
  const value = valueOf(shot('a', { trim: { inMs: 500, outMs: 9_000 } }))
  const part = { assetId: 'asset', inMs: 500, outMs: 3_000 }
  const cut = (atMs: number) => split('a', part, atMs, counter())(value)
  expect(cut(1_200).shots).toEqual([
    shot('a', { take: 'asset', trim: { inMs: 500, outMs: 1_200 } }),
    shot('new1', { prompt: 'a', take: 'asset', trim: { inMs: 1_200, outMs: 3_000 } }),
  ])
  expect(cut(500)).toBe(value)
  expect(cut(3_000)).toBe(value)
})

it('knows a chain that would come back to its beginning', () => {
  const value = valueOf(shot('a'), shot('b', { from: { shotId: 'a' } }), shot('c', { from: { shotId: 'b' } }))
  expect(wouldCircle(value, 'a', 'c')).toBe(true)
  expect(wouldCircle(value, 'c', 'a')).toBe(false)
})

it('reads a shot from each line that has words', () => {
  expect(linesOf(' one \r\n\n  \n two\n')).toEqual(['one', 'two'])
})
