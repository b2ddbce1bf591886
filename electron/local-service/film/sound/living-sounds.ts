/**
 * Birds, crickets, a town at night, and a quiet chord under it all.
 */
import { between, pick, type Random } from '../../paint/random.ts'
import { SAMPLE_RATE } from '../../music/synth/voice.ts'
import type { Player } from './soundscape.ts'
import { addPanned, noiseBand, wander } from './signal.ts'

/** Birdsong from a few places; `density` 1 is a morning. */
export function birds(density: number): Player {
  return ({ left, right }, random) => {
    const singers = Array.from({ length: 4 }, () => ({
      pitch: between(random, 2_300, 4_600),
      pan: random() * 1.8 - 0.9,
      far: between(random, 0.35, 1),
      notes: 2 + Math.floor(random() * 5),
      rise: between(random, -0.25, 0.35),
    }))
    const seconds = left.length / SAMPLE_RATE
    for (const singer of singers) {
      for (let at = random() * 2.5; at < seconds; at += between(random, 1.8, 5) / density) {
        let place = at
        for (let note = 0; note < singer.notes; note += 1) {
          const length = between(random, 0.05, 0.14)
          chirp(
            left,
            right,
            place,
            length,
            singer.pitch * between(random, 0.88, 1.16),
            singer.rise,
            0.02 * singer.far,
            singer.pan,
          )
          place += length + between(random, 0.03, 0.1)
        }
      }
    }
  }
}

function chirp(
  left: Float32Array,
  right: Float32Array,
  seconds: number,
  length: number,
  pitch: number,
  rise: number,
  loud: number,
  pan: number,
): void {
  const start = Math.floor(seconds * SAMPLE_RATE)
  const count = Math.floor(length * SAMPLE_RATE)
  let phase = 0
  for (let step = 0; step < count; step += 1) {
    const share = step / count
    phase += (2 * Math.PI * pitch * (1 + rise * share + 0.04 * Math.sin(share * 40))) / SAMPLE_RATE
    addPanned(left, right, start + step, Math.sin(phase) * Math.sin(Math.PI * share) ** 1.5 * loud, pan)
  }
}

/** Crickets: short trains of a high tone from both sides. */
export const crickets: Player = ({ left, right }, random) => {
  const singers = Array.from({ length: 5 }, () => ({
    pitch: between(random, 3_900, 5_200),
    rate: between(random, 26, 36),
    pause: between(random, 0.7, 1.6),
    phase: random() * 3,
    pan: random() * 1.9 - 0.95,
    loud: between(random, 0.006, 0.016),
  }))
  for (const { pitch, rate, pause, phase, pan, loud } of singers) {
    for (let at = 0; at < left.length; at += 1) {
      const seconds = at / SAMPLE_RATE
      const train = (seconds + phase) % (pause + 0.5)
      if (train > 0.5) continue
      const pulse = Math.max(0, Math.sin(2 * Math.PI * rate * train)) ** 2 * Math.sin((Math.PI * train) / 0.5)
      addPanned(left, right, at, Math.sin(2 * Math.PI * pitch * seconds) * pulse * loud, pan)
    }
  }
}

/** A town from some way off: a hum, and cars that pass. */
export const town: Player = ({ left, right }, random) => {
  for (const side of [left, right]) {
    const hum = noiseBand(random, 45, 190)
    const air = noiseBand(random, 300, 1_000)
    const breath = wander(random, 4)
    for (let at = 0; at < side.length; at += 1)
      side[at] = (side[at] as number) + hum() * (0.075 + 0.03 * breath()) + air() * 0.014
  }
  const seconds = left.length / SAMPLE_RATE
  for (let at = -1 + random(); at < seconds; at += between(random, 1.4, 3.2))
    passingCar(left, right, at, random)
}

function passingCar(left: Float32Array, right: Float32Array, seconds: number, random: Random): void {
  const tyres = noiseBand(random, 260, 1_500)
  const length = between(random, 2, 3.4)
  const toward = random() < 0.5 ? 1 : -1
  const loud = between(random, 0.02, 0.055)
  const start = Math.floor(seconds * SAMPLE_RATE)
  const count = Math.floor(length * SAMPLE_RATE)
  for (let step = 0; step < count; step += 1) {
    const place = (step / count) * 2 - 1
    addPanned(left, right, start + step, tyres() * Math.exp(-place * place * 6) * loud, place * toward * 0.85)
  }
}

/** Intervals above the ground tone, in half tones. */
const CHORDS = {
  bright: [0, 7, 12, 16, 19, 26],
  dark: [0, 7, 12, 15, 19, 22],
  open: [0, 7, 12, 14, 19, 24],
} as const

/** A held chord that breathes. `loud` 1 is heard, 0.4 is felt. */
export function chord(kind: keyof typeof CHORDS, loud: number): Player {
  return ({ left, right }, random) => {
    const ground = 110 * 2 ** (pick(random, [-5, -3, 0, 2]) / 12)
    for (const half of CHORDS[kind]) {
      const frequency = ground * 2 ** (half / 12)
      const breath = wander(random, between(random, 2.2, 4.5))
      const detune = between(random, 0.0012, 0.0024)
      const [first, second] = [random() * 7, random() * 7]
      const pan = random() * 1.2 - 0.6
      const level = (0.02 * loud) / (1 + half / 14)
      for (let at = 0; at < left.length; at += 1) {
        const turn = (2 * Math.PI * frequency * at) / SAMPLE_RATE
        const tone =
          Math.sin(turn + first) +
          0.8 * Math.sin(turn * (1 + detune) + second) +
          0.18 * Math.sin(turn * 2 + first)
        addPanned(left, right, at, tone * level * (0.35 + 0.65 * breath()), pan)
      }
    }
  }
}

/** Single bell tones, far apart. */
export const bells: Player = ({ left, right }, random) => {
  const seconds = left.length / SAMPLE_RATE
  for (let at = random() * 0.8; at < seconds; at += between(random, 0.9, 2.4)) {
    const pitch = 440 * 2 ** (pick(random, [0, 3, 5, 7, 10, 12, 15]) / 12)
    const pan = random() * 1.4 - 0.7
    const start = Math.floor(at * SAMPLE_RATE)
    for (let step = 0; step < 2.6 * SAMPLE_RATE && start + step < left.length; step += 1) {
      const since = step / SAMPLE_RATE
      const turn = 2 * Math.PI * pitch * since
      const tone =
        Math.sin(turn) * Math.exp(-since * 2) + 0.4 * Math.sin(turn * 2.76) * Math.exp(-since * 4.5)
      addPanned(left, right, start + step, tone * 0.028 * Math.min(1, since * 300), pan)
    }
  }
}
