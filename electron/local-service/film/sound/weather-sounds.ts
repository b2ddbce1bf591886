/**
 * Wind, water, rain and thunder.
 */
import { between, type Random } from '../../paint/random.ts'
import { SAMPLE_RATE } from '../../music/synth/voice.ts'
import type { Player } from './soundscape.ts'
import { addPanned, noiseBand, onePole, wander } from './signal.ts'

/** Wind that swells and turns; `strength` 1 is a breeze. */
export function wind(strength: number): Player {
  return ({ left, right }, random) => {
    for (const side of [left, right]) {
      const body = noiseBand(random, 90, 420)
      const whistle = noiseBand(random, 500, 1_100)
      const [gust, air] = [wander(random, 3.4), wander(random, 2.1)]
      for (let at = 0; at < side.length; at += 1) {
        const force = 0.35 + 0.65 * gust()
        const sound = body() * force + whistle() * 0.35 * air() * force
        side[at] = (side[at] as number) + sound * 0.09 * strength
      }
    }
  }
}

/** Waves that come in and draw back; `strength` 1 is a calm shore, 0.4 a lake. */
export function waves(strength: number): Player {
  return ({ left, right }, random) => {
    const period = between(random, 5.5, 7.5) / (0.6 + 0.4 * strength)
    const phase = random()
    for (const [index, side] of [left, right].entries()) {
      const rumble = noiseBand(random, 60, 300)
      const wash = noiseBand(random, 300, 1_600)
      const hiss = noiseBand(random, 2_000, 7_000)
      const lap = wander(random, 0.45)
      for (let at = 0; at < side.length; at += 1) {
        const turn = (at / SAMPLE_RATE / period + phase + index * 0.04) % 1
        /** Quickly up, slowly back. */
        const swell = turn < 0.3 ? (turn / 0.3) ** 2 : ((1 - turn) / 0.7) ** 1.6
        const lapping = 0.25 * lap() ** 2
        const sound =
          rumble() * (0.3 + 0.5 * swell) + wash() * (0.1 + 0.6 * swell + lapping) + hiss() * 0.22 * swell ** 2
        side[at] = (side[at] as number) + sound * 0.11 * strength
      }
    }
  }
}

/** Steady rain with single drops; `strength` 2 is a downpour. */
export function rain(strength: number): Player {
  return ({ left, right }, random) => {
    for (const side of [left, right]) {
      const sheet = noiseBand(random, 1_200, 8_500)
      const ground = noiseBand(random, 250, 900)
      const gust = wander(random, 2.6)
      for (let at = 0; at < side.length; at += 1) {
        const sound = sheet() * (0.6 + 0.4 * gust()) + ground() * 0.35
        side[at] = (side[at] as number) + sound * 0.055 * strength
      }
    }
    const drops = Math.round((left.length / SAMPLE_RATE) * 55 * strength)
    for (let drop = 0; drop < drops; drop += 1) addDrop(left, right, random)
  }
}

function addDrop(left: Float32Array, right: Float32Array, random: Random): void {
  const start = Math.floor(random() * left.length)
  const pitch = between(random, 900, 3_400)
  const decay = between(random, 0.004, 0.016) * SAMPLE_RATE
  const loud = 0.02 * random() ** 2 + 0.003
  const pan = random() * 1.8 - 0.9
  for (let step = 0; step < decay * 5; step += 1) {
    const tone = Math.sin((2 * Math.PI * pitch * (1 + step / decay / 40) * step) / SAMPLE_RATE)
    addPanned(left, right, start + step, tone * Math.exp(-step / decay) * loud, pan)
  }
}

/** Thunder, a moment after each of `flashes` (in seconds). */
export function thunder(flashes: readonly number[]): Player {
  return ({ left, right }, random) => {
    for (const flash of flashes) {
      const start = Math.floor((flash + between(random, 0.35, 0.9)) * SAMPLE_RATE)
      if (start >= left.length) continue
      const pan = random() * 0.8 - 0.4
      const deep = noiseBand(random, 28, 130)
      const crack = noiseBand(random, 150, 900)
      const roll = wander(random, 0.28)
      const fade = onePole(0.55)
      let level = 1
      for (let at = start; at < left.length; at += 1) {
        level -= level * fade
        const since = (at - start) / SAMPLE_RATE
        const sound = deep() * (0.5 + 0.8 * roll()) * level + crack() * Math.exp(-since * 6) * 0.5
        addPanned(left, right, at, sound * 0.34 * Math.min(1, since * 25), pan)
      }
    }
  }
}
