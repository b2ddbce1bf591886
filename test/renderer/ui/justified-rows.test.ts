import { describe, expect, it } from 'vitest'
import {
  cellsOf,
  firstOf,
  heightOf,
  itemsIn,
  layRows,
  rowAt,
  rowHeight,
  rowOf,
  topOf,
  verticalNeighbour,
} from '#renderer/ui/justified-rows.ts'

const GAP = 6
const shapes = Uint16Array.from({ length: 200 }, (_, index) => [1000, 1500, 660, 1780, 560][index % 5] ?? 0)

describe('the justified layout', () => {
  const rows = layRows(shapes, 1000, 200, GAP)
  const every = Array.from({ length: rows.count }, (_, row) => cellsOf(rows, shapes, row))

  it('fills the width to the pixel in every row but the last, with one gap between two items', () => {
    for (const cells of every.slice(0, -1)) {
      const last = cells.at(-1)
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(1000)
    }
    for (const cells of every)
      for (const [at, cell] of cells.entries()) {
        const before = cells[at - 1]
        expect(cell.x).toBe(before === undefined ? 0 : before.x + before.width + GAP)
      }
  })
  it('places every item once, in order', () => {
    expect(every.flat().map(({ index }) => index)).toEqual(Array.from(shapes, (_, index) => index))
  })
  it('never makes a row higher than wanted, and stacks them with one gap', () => {
    for (let row = 0; row < rows.count; row++) {
      expect(rowHeight(rows, row)).toBeLessThanOrEqual(200)
      expect(topOf(rows, row + 1)).toBe(topOf(rows, row) + rowHeight(rows, row) + GAP)
    }
    expect(heightOf(rows)).toBe(topOf(rows, rows.count) - GAP)
  })
  it('keeps shapes, to a pixel or two', () => {
    for (const [row, cells] of every.slice(0, -1).entries())
      for (const { index, width } of cells)
        expect(Math.abs(width - ((shapes[index] ?? 0) / 1_000) * rowHeight(rows, row))).toBeLessThan(3)
  })
  it('bounds extreme and unknown shapes', () => {
    const few = Uint16Array.of(20_000, 10, 1_000, 0)
    const strip = layRows(few, 2000, 100, GAP)
    expect(cellsOf(strip, few, 0).map(({ width }) => width)).toEqual([320, 45, 100, 100])
  })
  it('has no rows without a width or without items', () => {
    expect(layRows(shapes, 0, 200, GAP).count).toBe(0)
    expect(heightOf(layRows(new Uint16Array(), 1000, 200, GAP))).toBe(0)
  })
  it('finds the row at a height and the row of an item', () => {
    for (let row = 0; row < rows.count; row++) {
      expect(rowAt(rows, topOf(rows, row))).toBe(row)
      expect(rowAt(rows, topOf(rows, row + 1) - 1)).toBe(row)
      expect(rowOf(rows, firstOf(rows, row))).toBe(row)
      expect(rowOf(rows, firstOf(rows, row + 1) - 1)).toBe(row)
    }
    expect([rowAt(rows, -50), rowAt(rows, 1e9)]).toEqual([0, rows.count - 1])
  })
})

describe('in a grid of squares', () => {
  const squares = new Uint16Array(7).fill(1_000)
  const rows = layRows(squares, 418, 100, GAP)

  it('finds the neighbours above and below', () => {
    expect(firstOf(rows, 1)).toBe(4)
    expect(verticalNeighbour(rows, squares, 1, 1)).toBe(5)
    expect(verticalNeighbour(rows, squares, 3, 1)).toBe(6)
    expect(verticalNeighbour(rows, squares, 6, 1)).toBe(6)
    expect(verticalNeighbour(rows, squares, 5, -1)).toBe(1)
  })
  it('finds what a rectangle touches, and nothing in the gaps', () => {
    const box = (left: number, right: number, top: number, bottom: number) =>
      itemsIn(rows, squares, { left, right, top, bottom })
    expect(box(50, 150, 10, 20)).toEqual([{ from: 0, to: 2 }])
    expect(box(110, 115, 10, 500)).toEqual([
      { from: 1, to: 2 },
      { from: 5, to: 6 },
    ])
    expect(box(101, 105, 0, 50)).toEqual([])
    expect(box(0, 418, 101, 105)).toEqual([])
    expect(box(-10, 1000, 300, 900)).toEqual([])
  })
})

it('lays a quarter of a million items in one short pass', () => {
  const many = Uint16Array.from({ length: 250_000 }, (_, index) => 500 + (index % 17) * 125)
  const rows = layRows(many, 1200, 200, GAP)
  expect(firstOf(rows, rows.count)).toBe(250_000)
  expect(rowOf(rows, 249_999)).toBe(rows.count - 1)
})
