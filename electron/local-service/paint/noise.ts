/**
 * Smooth noise over the plane (Ken Perlin, "Improving noise", 2002).
 */
import { shuffle, type Random } from './random.ts'

export interface Noise {
  /** About -1 to 1, smooth, one bump per unit. */
  at(x: number, y: number): number
  /** Sum of `octaves` layers, each half as strong and twice as fine; about -1 to 1. */
  fbm(x: number, y: number, octaves: number): number
  /** Sharp crests at 1, valleys near 0. */
  ridged(x: number, y: number, octaves: number): number
}

const DIRECTIONS = 16

/** A field of its own for each generator. */
export function createNoise(random: Random): Noise {
  const order = shuffle(
    random,
    Array.from({ length: 256 }, (_, index) => index),
  )
  const table = new Uint8Array(512)
  for (let index = 0; index < 512; index += 1) table[index] = order[index & 255] ?? 0
  /** The slope at each place of `table`. */
  const gx = Float64Array.from(table, (hash) =>
    Math.cos(((hash & (DIRECTIONS - 1)) / DIRECTIONS) * 2 * Math.PI),
  )
  const gy = Float64Array.from(table, (hash) =>
    Math.sin(((hash & (DIRECTIONS - 1)) / DIRECTIONS) * 2 * Math.PI),
  )

  function at(x: number, y: number): number {
    const x0 = Math.floor(x)
    const y0 = Math.floor(y)
    const fx = x - x0
    const fy = y - y0
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
    const a = (table[x0 & 255] as number) + (y0 & 255)
    const b = (table[(x0 + 1) & 255] as number) + (y0 & 255)
    const n00 = (gx[a] as number) * fx + (gy[a] as number) * fy
    const n10 = (gx[b] as number) * (fx - 1) + (gy[b] as number) * fy
    const n01 = (gx[a + 1] as number) * fx + (gy[a + 1] as number) * (fy - 1)
    const n11 = (gx[b + 1] as number) * (fx - 1) + (gy[b + 1] as number) * (fy - 1)
    const top = n00 + u * (n10 - n00)
    return (top + v * (n01 + u * (n11 - n01) - top)) * 1.5
  }

  return {
    at,
    fbm(x, y, octaves) {
      let [sum, strength, scale] = [0, 0.5, 1]
      for (let octave = 0; octave < octaves; octave += 1) {
        sum += strength * at(x * scale + octave * 17.3, y * scale - octave * 9.1)
        strength *= 0.5
        scale *= 2
      }
      return sum
    },
    ridged(x, y, octaves) {
      let [sum, strength, scale] = [0, 0.5, 1]
      for (let octave = 0; octave < octaves; octave += 1) {
        const crest = 1 - Math.abs(at(x * scale + octave * 31.7, y * scale + octave * 5.3))
        sum += strength * crest * crest
        strength *= 0.5
        scale *= 2.05
      }
      return sum
    },
  }
}
