/** A square of noise that meets itself at its edges: it can be read at any place. */
import type { Random } from './random.ts'

export interface Tile {
  /** Pixels a side; a power of two. */
  readonly size: number
  /** About -1 to 1 each, row by row. */
  readonly values: Float32Array
}

/**
 * A tile with `bumps` bumps a side and `octaves` layers, each half as strong and twice as fine. Gradient noise (Ken Perlin,
 * "Improving noise", 2002) whose lattice goes round.
 */
export function createTile(random: Random, size: number, bumps: number, octaves: number): Tile {
  const values = new Float32Array(size * size)
  for (let octave = 0; octave < octaves; octave += 1)
    addNoise(values, size, bumps * 2 ** octave, 0.5 / 2 ** octave, random)
  return { size, values }
}

function addNoise(values: Float32Array, size: number, bumps: number, strength: number, random: Random): void {
  const slopes = new Float32Array(bumps * bumps * 2)
  for (let at = 0; at < slopes.length; at += 2) {
    const angle = random() * 2 * Math.PI
    slopes[at] = Math.cos(angle)
    slopes[at + 1] = Math.sin(angle)
  }
  const slope = (column: number, row: number, fx: number, fy: number): number => {
    const at = ((row % bumps) * bumps + (column % bumps)) * 2
    return (slopes[at] as number) * fx + (slopes[at + 1] as number) * fy
  }
  const step = bumps / size
  for (let y = 0; y < size; y += 1) {
    const row = Math.floor(y * step)
    const fy = y * step - row
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    for (let x = 0; x < size; x += 1) {
      const column = Math.floor(x * step)
      const fx = x * step - column
      const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
      const left = slope(column, row, fx, fy)
      const right = slope(column + 1, row, fx - 1, fy)
      const lowLeft = slope(column, row + 1, fx, fy - 1)
      const lowRight = slope(column + 1, row + 1, fx - 1, fy - 1)
      const top = left + u * (right - left)
      const at = y * size + x
      values[at] =
        (values[at] as number) + strength * (top + v * (lowLeft + u * (lowRight - lowLeft) - top)) * 1.5
    }
  }
}
