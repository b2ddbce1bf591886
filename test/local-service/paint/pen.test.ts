import { describe, expect, it } from 'vitest'
import { createCanvas, type Canvas } from '#local-service/paint/canvas.ts'
import { createPen, type Outline } from '#local-service/paint/pen.ts'

function area({ data }: Canvas): number {
  return data.reduce((sum, value) => sum + value, 0) / 3
}

function drawn(outline: Outline, size = 40): Canvas {
  const canvas = createCanvas(size, size)
  createPen(canvas).draw([outline], [1, 1, 1])
  return canvas
}

describe('a pen', () => {
  it.each<[string, Outline, number]>([
    ['a rectangle between pixels', [3.25, 4.5, 10.75, 4.5, 10.75, 9, 3.25, 9], 7.5 * 4.5],
    ['a triangle', [2, 2, 34.5, 7.25, 11, 30], 430.9375],
    ['a shape the other way round', [11, 30, 34.5, 7.25, 2, 2], 430.9375],
    ['a shape that leaves the canvas on the left and above', [-10, -10, 10, -10, 10, 10, -10, 10], 100],
    ['a shape that leaves it on the right and below', [30, 30, 60, 30, 60, 60, 30, 60], 100],
  ])('covers the exact area of %s', (_case, outline, expected) => {
    expect(area(drawn(outline))).toBeCloseTo(expected, 0)
  })

  it('draws nothing outside the canvas', () => {
    expect(area(drawn([50, 50, 60, 50, 60, 60]))).toBe(0)
  })
})
