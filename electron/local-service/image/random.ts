/** Repeatable randomness: the same words and seed always give the same numbers and waves. */

/** Numbers from 0 (included) to 1 (excluded). */
export type Random = () => number

/** A generator (Tommy Ettinger's mulberry32, 2017) started from text (32-bit FNV-1a) and a seed. */
export function createRandom(text: string, seed: number): Random {
  let state = 2_166_136_261
  for (const sign of `${seed >>> 0} ${text}`)
    state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** One of `choices`, which are not empty, all equally likely. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

/** About -1 to 1; the coarsest bump is about one unit wide. */
export type Waves = (x: number) => number

/** `octaves` pairs of sines. `roughness` is the share of strength that each keeps of the one before. */
export function createWaves(random: Random, octaves: number, roughness: number): Waves {
  const sines = Array.from({ length: octaves * 2 }, (_, index) => {
    const octave = Math.floor(index / 2)
    const pitch = Math.PI * 2 ** octave * between(random, 0.5, 1.3)
    return { pitch, phase: random() * 2 * Math.PI, strength: roughness ** octave }
  })
  const total = sines.reduce((sum, { strength }) => sum + strength * 0.6, 1)
  return (x) =>
    sines.reduce((sum, { pitch, phase, strength }) => sum + Math.sin(x * pitch + phase) * strength, 0) / total
}
