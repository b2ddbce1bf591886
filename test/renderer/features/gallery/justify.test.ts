import { describe, expect, it } from 'vitest'
import { justify, rowOf, verticalNeighbour } from '#renderer/features/gallery/justify.ts'

const GAP = 6
const shapes = Array.from({ length: 200 }, (_, index) => [1, 1.5, 0.66, 1.78, 0.56][index % 5] ?? 1)

describe('the justified layout', () => {
  const rows = justify(shapes, 1000, 200, GAP)

  it('fills the width exactly in every row but the last', () => {
    for (const row of rows.slice(0, -1)) {
      const width = row.widths.reduce((sum, one) => sum + one, 0) + GAP * (row.widths.length - 1)
      expect(width).toBeCloseTo(1000, 6)
    }
  })
  it('places every item once, in order', () => {
    const counted = rows.flatMap((row) => row.widths.map((_, index) => row.first + index))
    expect(counted).toEqual(shapes.map((_, index) => index))
  })
  it('never makes a row higher than wanted', () => {
    expect(Math.max(...rows.map((row) => row.height))).toBeLessThanOrEqual(200)
  })
  it('bounds extreme and unknown shapes', () => {
    const [row] = justify([20, 0.01, Number.NaN], 2000, 100, GAP)
    expect(row?.widths.map(Math.round)).toEqual([320, 45, 100])
  })
  it('has no rows without a width', () => {
    expect(justify(shapes, 0, 200, GAP)).toEqual([])
  })
  it('finds the row of an item and its neighbours above and below', () => {
    const grid = justify([1, 1, 1, 1, 1, 1, 1], 418, 100, GAP)
    expect(grid.map((row) => row.widths.length)).toEqual([4, 3])
    expect([0, 3, 4, 6].map((index) => rowOf(grid, index))).toEqual([0, 0, 1, 1])
    expect(verticalNeighbour(grid, 1, 1)).toBe(5)
    expect(verticalNeighbour(grid, 3, 1)).toBe(6)
    expect(verticalNeighbour(grid, 6, 1)).toBe(6)
  })
})
