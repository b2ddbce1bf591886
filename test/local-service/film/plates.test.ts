import { describe, expect, it } from 'vitest'
import { createFrame } from '#local-service/film/frame.ts'
import { liftOff, spreadColor } from '#local-service/film/matte.ts'
import { plateOf } from '#local-service/film/plate.ts'
import { showPlate } from '#local-service/film/show-plate.ts'
import { createTile, readTile } from '#local-service/film/tile.ts'
import { createCanvas } from '#local-service/paint/canvas.ts'
import { createPen } from '#local-service/paint/pen.ts'
import { createRandom } from '#local-service/paint/random.ts'

function filled(width: number, height: number, color: readonly [number, number, number]) {
  const canvas = createCanvas(width, height)
  for (let at = 0; at < canvas.data.length; at += 1) canvas.data[at] = color[at % 3] as number
  return canvas
}

describe('liftOff', () => {
  it('gives back the colour and the cover of what was drawn, also where it is half transparent', () => {
    const { canvas, cover } = liftOff(20, 10, (ground) => {
      const pen = createPen(ground)
      pen.draw([[2, 2, 8, 2, 8, 8, 2, 8]], [0.8, 0.2, 0.1])
      pen.draw([[12, 2, 18, 2, 18, 8, 12, 8]], [0.1, 0.6, 0.3], 0.4)
    })
    const at = (x: number, y: number) => ({
      color: Array.from(canvas.data.subarray((y * 20 + x) * 3, (y * 20 + x) * 3 + 3), (part) =>
        Number(part.toFixed(3)),
      ),
      cover: Number((cover[y * 20 + x] as number).toFixed(3)),
    })
    expect(at(5, 5)).toEqual({ color: [0.8, 0.2, 0.1], cover: 1 })
    expect(at(15, 5)).toEqual({ color: [0.1, 0.6, 0.3], cover: 0.4 })
    expect(cover[0]).toBe(0)
  })

  it('spreads colour over what is not covered, so that no rim mixes with black', () => {
    const matte = liftOff(4, 6, (ground) =>
      createPen(ground).draw([[0, 3, 4, 3, 4, 6, 0, 6]], [0.5, 0.4, 0.3]),
    )
    spreadColor(matte)
    expect(matte.canvas.data[0]).toBeCloseTo(0.5, 3)
  })
})

describe('showPlate', () => {
  it('mixes a half-covered plate over what is there', () => {
    const frame = createFrame(8, 8)
    frame.data.fill(100)
    showPlate(frame, plateOf(filled(8, 8, [1, 1, 1]), new Float32Array(64).fill(0.5)), {
      scale: 1,
      x: 0,
      y: 0,
    })
    expect(frame.data[0]).toBeCloseTo(177.5, 0)
  })

  it('leaves everything outside the plate as it was', () => {
    const frame = createFrame(10, 10)
    frame.data.fill(50)
    showPlate(frame, plateOf(filled(4, 4, [1, 1, 1]), coverOf(4, 4, 1, 2)), { scale: 1, x: 3, y: 3 })
    const bright = Array.from({ length: 100 }, (_, spot) => (frame.data[spot * 3] as number) > 60)
    expect(bright.filter(Boolean)).toHaveLength(4)
    expect(bright[4 * 10 + 4]).toBe(true)
  })

  it('covers rows below a plate that ends solid, so that a camera never sees its end', () => {
    const frame = createFrame(4, 8)
    showPlate(frame, plateOf(filled(4, 4, [1, 1, 1]), null), { scale: 1, x: 0, y: 0 })
    expect(frame.data[7 * 12]).toBeCloseTo(255, 0)
  })

  it('stops where a plate ends that is not solid', () => {
    const frame = createFrame(4, 8)
    showPlate(frame, plateOf(filled(4, 4, [1, 1, 1]), new Float32Array(16).fill(0.9)), {
      scale: 1,
      x: 0,
      y: 0,
    })
    expect(frame.data[7 * 12]).toBe(0)
  })

  it('moves by parts of a pixel', () => {
    const canvas = createCanvas(9, 3)
    for (let row = 0; row < 3; row += 1) canvas.data.set([1, 1, 1], (row * 9 + 4) * 3)
    const frame = createFrame(9, 3)
    showPlate(frame, plateOf(canvas, null), { scale: 1, x: 0.25, y: 0 })
    expect(frame.data[(9 + 4) * 3]).toBeCloseTo(255 * 0.75, 0)
    expect(frame.data[(9 + 5) * 3]).toBeCloseTo(255 * 0.25, 0)
  })
})

describe('a tile', () => {
  it('meets itself at its edges', () => {
    const tile = createTile(createRandom('tile', 1), 64, 5, 3)
    for (let place = 0; place < 1; place += 0.07) {
      expect(readTile(tile, 1 - 1e-6, place)).toBeCloseTo(readTile(tile, 1e-6, place), 3)
      expect(readTile(tile, place, 1 - 1e-6)).toBeCloseTo(readTile(tile, place, 1e-6), 3)
      expect(readTile(tile, place + 3, place - 2)).toBeCloseTo(readTile(tile, place, place), 3)
    }
  })

  it('has no seam where it meets itself', () => {
    const { size, values } = createTile(createRandom('tile', 2), 64, 5, 3)
    const step = (from: number, to: number): number =>
      Math.max(
        ...Array.from({ length: size }, (_, y) =>
          Math.abs((values[y * size + from] as number) - (values[y * size + to] as number)),
        ),
      )
    const inside = Math.max(...Array.from({ length: size - 1 }, (_, x) => step(x, x + 1)))
    expect(step(size - 1, 0)).toBeLessThanOrEqual(inside * 1.2)
  })
})

/** Covers columns and rows from `from` to `from + count`. */
function coverOf(width: number, height: number, from: number, count: number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, spot) => {
    const [x, y] = [spot % width, Math.floor(spot / width)]
    return x >= from && x < from + count && y >= from && y < from + count ? 1 : 0
  })
}
