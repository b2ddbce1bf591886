/** Repeatable randomness: the same words and seed always give the same numbers, waves and noise. */

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
