/**
 * Keeps voices that were rendered, since a piece plays the same tone many times, and gives all of them the same loudness.
 */
import { createRandom } from '../../paint/random.ts'
import type { DrumName, InstrumentName, KitName } from '../score.ts'
import { strike } from './drums.ts'
import { filter, highPass, highShelf } from './filters.ts'
import { INSTRUMENTS } from './instruments.ts'
import { SAMPLE_RATE, type Voice } from './voice.ts'

/** Lengths in which ringing tones are kept; the mixer cuts them to what is played. */
const RINGING_SECONDS = [0.35, 0.8, 1.8, 4, 8]
/** Every tone is played in this many degrees of force, and every stroke of a drum with this many different noises. */
const FORCES = 3
const STROKES = 3
/** Samples kept at most (64 MB); then all are forgotten. */
const MOST_SAMPLES = 16_000_000
/** What the ear takes as a tone's loudness: its loudest stretch of this length. */
const LOUDNESS_SECONDS = 0.25
const LISTENED_SECONDS = 0.7
/** Root mean square that the loudest stretch of every tone is brought to. */
const LEVEL = 0.1
const SHELF = highShelf(1500, 4)
const RUMBLE = highPass(45)

export interface VoiceStore {
  /** A tone of MIDI number `pitch`, held for `seconds`. */
  tone(instrument: InstrumentName, pitch: number, seconds: number, velocity: number): Voice
  /** `turn` counts the strokes, so that none is the same twice in a row. */
  drum(kit: KitName, drum: DrumName, velocity: number, turn: number): Voice
}

/** An empty store. The same questions always get the same samples, in whatever order. */
export function createVoiceStore(): VoiceStore {
  const kept = new Map<string, Voice>()
  let samples = 0

  function keep(name: string, make: () => Voice): Voice {
    const found = kept.get(name)
    if (found !== undefined) return found
    const made = make()
    samples += made.left.length * (made.left === made.right ? 1 : 2)
    if (samples > MOST_SAMPLES) {
      kept.clear()
      samples = made.left.length
    }
    kept.set(name, made)
    return made
  }

  return {
    tone(name, pitch, seconds, velocity) {
      const instrument = INSTRUMENTS[name]
      const step = Math.min(FORCES - 1, Math.floor(velocity * FORCES))
      const held =
        instrument.damping === null
          ? Math.round(seconds * 100) / 100
          : (RINGING_SECONDS.find((each) => each >= seconds + (instrument.damping ?? 0)) ?? 8)
      const key = `${name} ${pitch} ${held} ${step}`
      const frequency = 440 * 2 ** ((pitch - 69) / 12)
      return keep(key, () => {
        const voice = instrument.play({
          frequency,
          seconds: held,
          force: (step + 0.5) / FORCES,
          random: createRandom(key, 0),
        })
        endSoftly(voice)
        return level(voice)
      })
    },
    drum(kit, drum, velocity, turn) {
      const step = Math.min(FORCES - 1, Math.floor(velocity * FORCES))
      const key = `${kit} ${drum} ${step} ${turn % STROKES}`
      return keep(key, () => strike(kit, drum, (step + 0.5) / FORCES, createRandom(key, 0)))
    },
  }
}

/** Brings the loudest stretch of a voice to the common level; treble counts more than bass, as for the ear. */
function level(voice: Voice): Voice {
  const heard = voice.left.slice(0, Math.round(LISTENED_SECONDS * SAMPLE_RATE))
  filter(heard, SHELF)
  filter(heard, RUMBLE)
  const window = Math.min(heard.length, Math.round(LOUDNESS_SECONDS * SAMPLE_RATE))
  let [energy, most] = [0, 0]
  for (let at = 0; at < heard.length; at += 1) {
    energy += (heard[at] as number) ** 2
    if (at >= window) energy -= (heard[at - window] as number) ** 2
    if (energy > most) most = energy
  }
  const gain = LEVEL / Math.max(1e-6, Math.sqrt(most / window))
  scale(voice.left, gain)
  if (voice.right !== voice.left) scale(voice.right, gain)
  return voice
}

/** A ringing voice may be cut in the middle of its ring. */
function endSoftly({ left, right }: Voice): void {
  const length = Math.min(left.length, Math.round(0.008 * SAMPLE_RATE))
  for (const side of left === right ? [left] : [left, right]) {
    for (let at = 0; at < length; at += 1) {
      const place = side.length - 1 - at
      side[place] = (side[place] as number) * (at / length)
    }
  }
}

function scale(samples: Float32Array, gain: number): void {
  for (let at = 0; at < samples.length; at += 1) samples[at] = (samples[at] as number) * gain
}
