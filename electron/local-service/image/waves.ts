/**
 * Smooth random curves for ridges and currents: a sum of sines, each finer and weaker than the one before.
 */
import { between, type Random } from './random.ts'

/** About -1 to 1; the coarsest bump is about one unit wide. */
export type Waves = (x: number, y: number) => number

/** `octaves` sines in random directions. `roughness` is the share of strength that each keeps of the one before. */
export function createWaves(random: Random, octaves: number, roughness = 0.55): Waves {
  const sines: {
    readonly x: number
    readonly y: number
    readonly phase: number
    readonly strength: number
  }[] = []
  let [frequency, strength, total] = [Math.PI, 1, 0]
  for (let octave = 0; octave < octaves; octave += 1) {
    for (let turn = 0; turn < 2; turn += 1) {
      const angle = between(random, -0.9, 0.9) + turn * Math.PI * 0.5
      const pitch = frequency * between(random, 0.75, 1.3)
      const phase = random() * 2 * Math.PI
      sines.push({ x: Math.cos(angle) * pitch, y: Math.sin(angle) * pitch, phase, strength })
      total += strength * 0.6
    }
    frequency *= 2
    strength *= roughness
  }
  return (x, y) => {
    let sum = 0
    for (const sine of sines) sum += Math.sin(x * sine.x + y * sine.y + sine.phase) * sine.strength
    return sum / total
  }
}
