import { expect, it } from 'vitest'
import { expectedCount, expectedShape, readRatio } from '#renderer/features/create/shape.ts'

it.each([
  ['16:9', 16 / 9],
  ['1.5:1', 1.5],
  ['0:1', null],
  ['auto', null],
])('reads the ratio %s', (ratio, shape) => {
  expect(readRatio(ratio)).toBe(shape)
})

it('keeps the place that the options ask for', () => {
  expect(expectedShape({ mediaType: 'image', options: { aspect_ratio: '3:2' } })).toBe(1.5)
  expect(
    expectedShape({ mediaType: 'image', options: { aspect_ratio: 'auto', width: 200, height: 100 } }),
  ).toBe(2)
  expect(expectedShape({ mediaType: 'image' })).toBe(1)
  expect(expectedShape({ mediaType: 'video' })).toBe(16 / 9)
})

it('counts the results that one request makes', () => {
  expect([{ n: 4 }, { num_images: 2 }, { n: 0 }, { n: '4' }, undefined].map(expectedCount)).toEqual([
    4, 2, 1, 1, 1,
  ])
})
