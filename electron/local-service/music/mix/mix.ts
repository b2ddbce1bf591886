/**
 * Mixes a played score to stereo, block by block: voices, effects, echo and room. Loudness is `master/`'s business.
 */
import { createRandom } from '../../paint/random.ts'
import type { Sound } from '../genres/genre.ts'
import type { Stem } from '../music-job.ts'
import { playDrums, playPart } from '../perform.ts'
import type { Role, Score } from '../score.ts'
import { INSTRUMENTS } from '../synth/instruments.ts'
import { DRUM_PLACES } from '../synth/kits.ts'
import { SAMPLE_RATE } from '../synth/voice.ts'
import { createVoiceStore, type VoiceStore } from '../synth/voice-store.ts'
import { createAge, createDucking, createEcho, createTone, type Effect } from './effects.ts'
import { createReverb } from './reverb.ts'
import { correction, createEffects, SEATS } from './seats.ts'
import { addScaled, createStrip, type Strip, type Timed } from './strip.ts'

export interface Stereo {
  readonly left: Float32Array
  readonly right: Float32Array
}

/** Frames worked on at once: small enough to stay in the processor's cache. */
const BLOCK = 2048
const DRUM_ROOM = 0.25

/** What the stem `ground` plays, beside the drums; `air` plays the rest. */
const GROUND: readonly Role[] = ['chords', 'bass']

/**
 * One stem of `score` with its echo and its room, exactly `seconds` long. Both stems added up and given to `finishMix` are the
 * mix. `onShare` hears how far it is, 0 to 1.
 */
export function mixStem(
  stem: Stem,
  score: Score,
  sound: Sound,
  seconds: number,
  seed: number,
  onShare: (share: number) => void,
): Stereo {
  const mix = emptyStereo(Math.round(seconds * SAMPLE_RATE))
  const { length } = mix.left
  const voices = createVoiceStore()
  const kicks = playDrums(score, sound.looseness, seed)
    .filter(({ drum }) => drum === 'kick')
    .map(({ start }) => start)
  const strips = score.parts
    .filter(({ role }) => GROUND.includes(role) === (stem === 'ground'))
    .map((part) => partStrip(score, part, sound, seed, voices, kicks))
  if (stem === 'ground') strips.push(drumStrip(score, sound, seed, voices))
  const [room, echo] = [createReverb(sound.reverbSeconds), createEcho((60 / score.bpm) * 0.75, 0.42)]
  const buses = [emptyStereo(BLOCK), emptyStereo(BLOCK), emptyStereo(BLOCK)] as const
  const [dry, toRoom, toEcho] = buses
  for (let from = 0; from < length; from += BLOCK) {
    const count = Math.min(BLOCK, length - from)
    for (const bus of buses) {
      bus.left.fill(0)
      bus.right.fill(0)
    }
    for (const strip of strips) strip.render(from, count, dry, toRoom, toEcho)
    if (sound.echo > 0) {
      echo(toEcho.left, toEcho.right, count)
      addScaled(dry, toEcho.left, toEcho.right, sound.echo, count)
      addScaled(toRoom, toEcho.left, toEcho.right, sound.echo * 0.5, count)
    }
    room(toRoom.left, toRoom.right, count)
    addScaled(dry, toRoom.left, toRoom.right, sound.reverb, count)
    mix.left.set(dry.left.subarray(0, count), from)
    mix.right.set(dry.right.subarray(0, count), from)
    if ((from / BLOCK) % 32 === 0) onShare(from / length)
  }
  return mix
}

/** Gives the sum of the stems, in place, what goes over the whole: its tone, and age where the genre has any. */
export function finishMix({ left, right }: Stereo, sound: Sound, seed: number): void {
  const effects: Effect[] = [createTone(sound.treble)]
  if (sound.age > 0) effects.push(createAge(sound.age, createRandom('age', seed)))
  for (let from = 0; from < left.length; from += BLOCK) {
    const count = Math.min(BLOCK, left.length - from)
    const [l, r] = [left.subarray(from, from + count), right.subarray(from, from + count)]
    for (const effect of effects) effect(l, r, count)
  }
}

function emptyStereo(length: number): Stereo {
  return { left: new Float32Array(length), right: new Float32Array(length) }
}

function partStrip(
  score: Score,
  part: Score['parts'][number],
  sound: Sound,
  seed: number,
  voices: VoiceStore,
  kicks: readonly number[],
): Strip {
  const { role, instrument } = part
  const seat = SEATS[role]
  const events = playPart(part, score, sound.looseness, seed).map((note): Timed => ({
    start: note.start,
    heldSamples: Math.round(note.seconds * SAMPLE_RATE),
    gain: fromDecibels(seat.decibels + correction(instrument)) * loudnessOf(note.velocity),
    pan: seat.pan,
    voice: () => voices.tone(instrument, note.pitch, note.seconds, note.velocity),
  }))
  const effects = [...createEffects(instrument)]
  const isDucked = sound.ducking > 0 && role !== 'lead' && role !== 'second'
  if (isDucked)
    effects.push(createDucking(kicks, sound.ducking * (role === 'bass' ? 0.8 : 1), 60 / score.bpm))
  return createStrip(events, {
    damping: INSTRUMENTS[instrument].damping,
    effects,
    room: seat.room,
    echo: seat.echo,
    block: BLOCK,
  })
}

function drumStrip(score: Score, sound: Sound, seed: number, voices: VoiceStore): Strip {
  const { kit } = score
  const hits = kit === null ? [] : playDrums(score, sound.looseness, seed)
  const events = hits.map(({ start, drum, velocity }, turn): Timed => {
    const { decibels, pan } = DRUM_PLACES[drum]
    return {
      start,
      heldSamples: Infinity,
      gain: fromDecibels(decibels) * loudnessOf(velocity),
      pan,
      voice: () => voices.drum(kit ?? 'acoustic', drum, velocity, turn),
    }
  })
  return createStrip(events, { damping: null, effects: [], room: DRUM_ROOM, echo: 0, block: BLOCK })
}

/** Half the velocity is about 8 dB softer. */
function loudnessOf(velocity: number): number {
  return velocity ** 1.35
}

function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20)
}
