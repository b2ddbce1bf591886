/** Shots that begin from assets: they ask for what made them, so that nothing is made again. */
import { expect, test } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { shotsOfAssets } from '#renderer/features/sequences/start.ts'

const FIRST = { mediaType: 'video', provider: 'p', model: 'first' } as const

const asset = (more: Partial<Asset>): Asset =>
  ({
    id: 'a',
    kind: 'video',
    mediaType: 'video',
    provider: 'p',
    model: 'm',
    taskId: 't',
    options: {},
    ...more,
  }) as Asset

test('a shot asks for the media type that its asset was asked for as', () => {
  const asked = (more: Partial<Asset>) =>
    shotsOfAssets([asset(more)], FIRST).shots.map(({ mediaType, model }) => [mediaType, model])
  expect(asked({})).toEqual([['video', 'm']])
  // Some models for images give a video.
  expect(asked({ mediaType: 'image' })).toEqual([['image', 'm']])
  expect(asked({ mediaType: 'character', kind: 'image' })).toEqual([['video', 'first']])
})
