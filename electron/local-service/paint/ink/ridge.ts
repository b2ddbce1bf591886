/**
 * A mountain ridge in ink.
 */
import type { Noise } from '../noise.ts'
import type { Random } from '../random.ts'
import type { InkSheet } from './sheet.ts'

export interface Ridge {
  readonly base: number
  readonly rise: number
  /** 0 (far) to 1 (near). */
  readonly near: number
}

/** A ridge: dark along its crest, with dry strokes down its slopes, gone in mist at its foot. */
export function drawRidge(sheet: InkSheet, noise: Noise, random: Random, { base, rise, near }: Ridge): void {
  const { width, height, density } = sheet
  const offset = random() * 300
  const strength = 0.3 + 1.05 * near ** 1.4
  const deep = (0.16 + 0.1 * near) * height
  for (let x = 0; x < width; x += 1) {
    const u = (x / height) * (1.3 + near * 0.5) + offset
    const swell = 0.35 + 0.8 * noise.at(u * 0.75, offset)
    const top = base - rise * Math.max(0.04, (noise.ridged(u, offset, 5) - 0.25) * 1.6 * Math.max(0.2, swell))
    const slope = noise.at(u * 2.3, offset + 9)
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, top + deep * 1.7); y += 1) {
      const depth = (y - top) / deep
      const edge = Math.min(1, y + 1 - top)
      const mist = noise.fbm((x / height) * 2.4 + offset, (y / height) * 4.2, 3)
      const stroke = noise.fbm(u * 9 + depth * slope * 2.4, depth * 2.3 + offset, 3)
      const dry = Math.max(0, stroke * 2.2 - 0.16) * (0.35 + near)
      const crest = Math.exp(-depth * 9) * 0.55
      const body = Math.max(0, 1 - depth / (0.85 + mist * 0.9)) ** 1.3
      const at = y * width + x
      const amount = strength * (body * (0.5 + dry) + crest) * edge
      const veil = Math.min(1, body * 1.3) * edge
      density[at] = (density[at] as number) * (1 - veil * 0.75) + amount
    }
  }
}
