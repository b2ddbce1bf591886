/**
 * Reads shapes written as SVG path data and places them on the canvas.
 *
 * Owns flattening and placing. Understands M, L, C, Q, Z in capitals (absolute coordinates), which is all the shapes use.
 */
import type { Outline } from './pen.ts'

/** A position, size, turn and mirror for a shape. */
export interface Placement {
  readonly x: number
  readonly y: number
  /** Pixels per unit of the shape. */
  readonly scale: number
  /** In radians, clockwise. */
  readonly turn?: number
  readonly mirrored?: boolean
}

const CURVE_STEPS = 14

/** The closed outlines of `path`, in the path's own units. */
export function readPath(path: string): readonly Outline[] {
  const outlines: number[][] = []
  let current: number[] = []
  for (const [, command = '', list = ''] of path.matchAll(/([MLCQZ])([^MLCQZ]*)/gu)) {
    const numbers = Array.from(list.matchAll(/-?\d+(?:\.\d+)?/gu), ([text]) => Number(text))
    if (command === 'M') {
      current = numbers
      outlines.push(current)
    } else if (command === 'L') {
      current.push(...numbers)
    } else {
      const size = command === 'C' ? 6 : 4
      for (let index = 0; index + size <= numbers.length; index += size) {
        addCurve(current, numbers.slice(index, index + size))
      }
    }
  }
  return outlines
}

/** Appends the Bézier curve from the last point through `controls` (two points: quadratic, three: cubic). */
function addCurve(outline: number[], controls: readonly number[]): void {
  const points = [...outline.slice(-2), ...controls]
  for (let step = 1; step <= CURVE_STEPS; step += 1) {
    const t = step / CURVE_STEPS
    const work = [...points]
    for (let left = work.length / 2 - 1; left > 0; left -= 1) {
      for (let index = 0; index < left * 2; index += 1) {
        work[index] = (work[index] ?? 0) * (1 - t) + (work[index + 2] ?? 0) * t
      }
    }
    outline.push(work[0] ?? 0, work[1] ?? 0)
  }
}

/** `outlines` moved to their place. */
export function placeOutlines(outlines: readonly Outline[], place: Placement): readonly Outline[] {
  const { x, y, scale, turn = 0, mirrored = false } = place
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale]
  return outlines.map((outline) => {
    const placed: number[] = []
    for (let index = 0; index < outline.length; index += 2) {
      const px = (outline[index] ?? 0) * (mirrored ? -1 : 1)
      const py = outline[index + 1] ?? 0
      placed.push(x + px * cos - py * sin, y + px * sin + py * cos)
    }
    return placed
  })
}
