import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { expectedCount, expectedShape, readRatio } from '#renderer/features/create/expected-results.ts'

it.each([
  ['16:9', 16 / 9],
  ['1.5:1', 1.5],
  ['0:1', null],
  ['auto', null],
])('reads the ratio %s', (ratio, shape) => {
  expect(readRatio(ratio)).toBe(shape)
})

const SHAPES: readonly (readonly [JsonObject, number])[] = [
  [{ aspect_ratio: '3:2' }, 1.5],
  [{ aspect_ratio: 'auto', width: 200, height: 100 }, 2],
  [{ aspectRatio: '9:16' }, 9 / 16],
  [{ ratio: '1280:720' }, 16 / 9],
  [{ size: '1024x1536' }, 2 / 3],
  [{ image_size: 'portrait_4_3' }, 3 / 4],
  [{ image_size: 'landscape_16_9' }, 16 / 9],
  [{ image_size: 'square_hd' }, 1],
  [{ image_size: { width: 300, height: 100 } }, 3],
  [{ resolution: '1K' }, 1],
  [{ width: 0, height: 100 }, 1],
]

it.each(SHAPES)('keeps the place that %j asks for', (options, shape) => {
  expect(expectedShape({ mediaType: 'image', options })).toBe(shape)
})

it('keeps a square for an image and a wide place for a video that do not say', () => {
  expect(expectedShape({ mediaType: 'image' })).toBe(1)
  expect(expectedShape({ mediaType: 'video' })).toBe(16 / 9)
})

it('counts the results that one request makes', () => {
  expect(
    [{ n: 4 }, { num_images: 2 }, { n: 0 }, { num_images: '4' }, { n: 'batch' }, undefined].map(
      expectedCount,
    ),
  ).toEqual([4, 2, 1, 4, 1, 1])
})
