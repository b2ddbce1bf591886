import { expect, test } from 'vitest'
import { createThumbnailSplitter, thumbnailPart } from '#contract/rules/thumbnails.ts'

test('takes many thumbnails out of one response, however it is cut', () => {
  const images = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(300).fill(7)]
  const response = Uint8Array.from(images.flatMap((image, place) => [...thumbnailPart(5 - place, image)]))
  for (let size = 1; size <= response.length; size++) {
    const taken: unknown[] = []
    const split = createThumbnailSplitter((place, image) => taken.push([place, Array.from(image)]))
    for (let at = 0; at < response.length; at += size) split(response.subarray(at, at + size))
    expect(taken).toEqual(images.map((image, place) => [5 - place, Array.from(image)]))
  }
})
