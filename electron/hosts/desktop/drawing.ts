/**
 * Small drawings in code: shapes as distances on a grid of 16 by 16, painted as pixels for `nativeImage`.
 *
 * Owns the arithmetic. A shape is a signed distance (Quílez, "2D distance functions"): below zero inside, in units of the grid.
 */
export type Shape = (x: number, y: number) => number

/** Red, green, blue; null takes away what was painted below. */
export type Ink = readonly [red: number, green: number, blue: number] | null

export interface Layer {
  readonly shape: Shape
  readonly ink: Ink
}

export const GRID = 16

/**
 * Premultiplied blue, green, red, alpha: the order of `createFromBitmap` on the platforms that Electron has. Edges are soft over
 * one pixel. Later layers lie above earlier ones.
 */
export function paint(sizePx: number, layers: readonly Layer[]): Buffer {
  const pixels = Buffer.alloc(sizePx * sizePx * 4)
  const perUnit = sizePx / GRID
  for (let at = 0; at < sizePx * sizePx; at++) {
    const x = ((at % sizePx) + 0.5) / perUnit
    const y = (Math.floor(at / sizePx) + 0.5) / perUnit
    let pixel = [0, 0, 0, 0]
    for (const { shape, ink } of layers) {
      const cover = Math.min(1, Math.max(0, 0.5 - shape(x, y) * perUnit))
      const above = ink === null ? [0, 0, 0, 0] : [ink[2], ink[1], ink[0], 255]
      pixel = pixel.map((below, part) => below * (1 - cover) + (above[part] ?? 0) * cover)
    }
    pixels.set(pixel.map(Math.round), at * 4)
  }
  return pixels
}

export function disc(centerX: number, centerY: number, radius: number): Shape {
  return (x, y) => Math.hypot(x - centerX, y - centerY) - radius
}

/** A line from one point to another, with round ends. */
export function stroke(
  [startX, startY]: readonly [number, number],
  [endX, endY]: readonly [number, number],
  width: number,
): Shape {
  const [alongX, alongY] = [endX - startX, endY - startY]
  const squared = alongX ** 2 + alongY ** 2
  return (x, y) => {
    const along = squared === 0 ? 0 : ((x - startX) * alongX + (y - startY) * alongY) / squared
    const near = Math.min(1, Math.max(0, along))
    return Math.hypot(x - startX - near * alongX, y - startY - near * alongY) - width / 2
  }
}

/** A rectangle by its corners. */
export function box(left: number, top: number, right: number, bottom: number): Shape {
  return (x, y) => {
    const [outX, outY] = [Math.max(left - x, x - right), Math.max(top - y, y - bottom)]
    return Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0)
  }
}

export function union(...shapes: readonly Shape[]): Shape {
  return (x, y) => Math.min(...shapes.map((shape) => shape(x, y)))
}

export function grown(shape: Shape, by: number): Shape {
  return (x, y) => shape(x, y) - by
}
