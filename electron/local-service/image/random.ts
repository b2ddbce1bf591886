/** Repeatable randomness: the same words and seed always give the same numbers. */

/** Numbers from 0 (included) to 1 (excluded). */
export type Random = () => number

/** A generator (sfc32, Chris Doty-Humphrey's PractRand) started from text and a seed. */
export function createRandom(text: string, seed: number): Random {
  let [a, b, c] = hash(text)
  let counter = seed >>> 0
  function next(): number {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 15; round += 1) next()
  return next
}

/** Three words of 32 bits (cyrb128, shortened). */
function hash(text: string): [number, number, number] {
  let [h1, h2, h3] = [1_779_033_703, 3_144_134_277, 1_013_904_242]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    h1 = h2 ^ Math.imul(h1 ^ unit, 597_399_067)
    h2 = h3 ^ Math.imul(h2 ^ unit, 2_869_860_233)
    h3 = h1 ^ Math.imul(h3 ^ unit, 951_274_213)
  }
  return [h1 | 0, h2 | 0, h3 | 0]
}

/** A number from `low` to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** One of `choices`, which are not empty, all equally likely. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

/** `items` in random order. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [result[last], result[other]]
    if (a !== undefined && b !== undefined) [result[last], result[other]] = [b, a]
  }
  return result
}

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
