import { describe, expect, it } from 'vitest'
import { layOut, type Box } from '#local-service/character/sheet/layout.ts'

const apart = (one: Box, two: Box): boolean =>
  one.left + one.width <= two.left + 0.5 ||
  two.left + two.width <= one.left + 0.5 ||
  one.top + one.height <= two.top + 0.5 ||
  two.top + two.height <= one.top + 0.5

describe.each([
  [1024, 1024],
  [1536, 864],
  [864, 1536],
  [128, 128],
  [2048, 512],
  [512, 2048],
  [1200, 1000],
])('a sheet of %s x %s', (width, height) => {
  it('has room for everything, on the paper and apart from each other', () => {
    const { title, figures, faces, swatches } = layOut(width, height)
    const boxes = [title, ...figures, ...faces, swatches]
    expect([figures.length, faces.length]).toEqual([3, 4])
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.width, box.height)).toBeGreaterThan(3)
      expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0)
      expect(box.left + box.width).toBeLessThanOrEqual(width + 0.5)
      expect(box.top + box.height).toBeLessThanOrEqual(height + 0.5)
      for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true)
    }
  })
})
