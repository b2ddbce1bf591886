/**
 * Composes a piece: plan, chords, bass, melody and drums, as notes with times.
 *
 * A piece is phrases of four bars. Each has an intensity, which decides who plays; the melody is a motif of two bars that is
 * repeated, answered and varied.
 */
import { between, createRandom, pick, type Random } from '../image/random.ts'
import { type Brief, readBrief } from './brief.ts'
import {
  BEATS,
  type Ensemble,
  ENSEMBLES,
  type Mood,
  MOOD_RULES,
  type MoodRules,
  MOODS,
  type MusicJob,
} from './ensembles.ts'
import type { Drum, InstrumentName } from './instruments.ts'
import { type Key, nameKey, readKey, scaleOf } from './key.ts'

export interface Note {
  readonly instrument: InstrumentName
  /** In seconds from the beginning. */
  readonly at: number
  readonly seconds: number
  /** MIDI's number of the note. */
  readonly pitch: number
  /** Level, 0 to 1. */
  readonly level: number
  /** -1 (left) to 1 (right). */
  readonly pan: number
}

export interface Stroke {
  readonly drum: Drum
  readonly at: number
  readonly level: number
}

export interface Score {
  readonly ensemble: Ensemble
  readonly mood: Mood
  readonly bpm: number
  /** Such as "D minor". */
  readonly key: string
  readonly notes: readonly Note[]
  readonly strokes: readonly Stroke[]
}

interface Plan {
  readonly brief: Brief
  readonly ensemble: Ensemble
  readonly rules: MoodRules
  readonly key: Key
  readonly beatSeconds: number
  readonly beats: 3 | 4
  readonly bars: number
  readonly duration: number
  readonly random: Random
}

/** One bar: where it begins, its chord's degree, and how much is going on, 0 to 1. */
interface Bar {
  readonly index: number
  readonly at: number
  readonly degree: number
  readonly intensity: number
}

/** The score of `job`. */
export function compose(job: MusicJob): Score {
  const random = createRandom(`piece ${job.model} ${job.prompt}`, job.seed)
  const brief = readBrief(job.prompt)
  const mood = brief.mood ?? pick(random, MOODS)
  const rules = MOOD_RULES[mood]
  const own = ENSEMBLES[job.model]
  const lead = job.instrumental ? (brief.lead ?? own.lead) : 'voice'
  const pace = brief.pace === 'fast' ? 1.22 : brief.pace === 'slow' ? 0.8 : 1
  const bpm = job.tempo ?? brief.bpm ?? Math.round(between(random, ...rules.tempo) * pace)
  const wanted = job.key === null ? null : readKey(job.key)
  const key = wanted ?? brief.key ?? { tonic: Math.floor(random() * 12), mode: rules.mode }
  const beats = brief.isWaltz ? 3 : 4
  const beatSeconds = 60 / bpm
  const plan: Plan = {
    brief,
    ensemble: { ...own, lead },
    rules,
    key,
    beatSeconds,
    beats,
    bars: Math.max(1, Math.ceil(job.duration / (beatSeconds * beats))),
    duration: job.duration,
    random,
  }
  const bars = layOut(plan)
  const { without } = brief
  const notes = [
    ...(without.includes('chords') ? [] : bars.flatMap((bar) => [...chords(plan, bar), ...pad(plan, bar)])),
    ...(without.includes('bass') ? [] : bars.flatMap((bar) => bass(plan, bar))),
    ...(without.includes('melody') ? [] : melody(plan, bars)),
  ]
  const strokes = without.includes('drums') ? [] : bars.flatMap((bar) => drums(plan, bar))
  return { ensemble: plan.ensemble, mood, bpm, key: nameKey(key), notes, strokes }
}

/** Bars with their chords: phrases rise to the last third and fall at the end, which is the tonic. */
function layOut({ rules, bars, beats, beatSeconds, random }: Plan): readonly Bar[] {
  const first = degreesOf(pick(random, rules.progressions))
  const second = degreesOf(pick(random, rules.progressions))
  return Array.from({ length: bars }, (_, index) => {
    const phrase = Math.floor(index / 4)
    const progression = phrase % 4 === 2 ? second : first
    const share = (phrase * 4) / Math.max(1, bars - 1)
    const isEnd = index >= bars - 2
    const rise = phrase === 0 && bars > 16 ? 0.3 : 0.55 + 0.45 * Math.sin(Math.PI * Math.min(1, share * 1.15))
    return {
      index,
      at: index * beats * beatSeconds,
      degree: isEnd ? 0 : (progression[index % 4] ?? 0),
      intensity: isEnd ? 0.35 : rise,
    }
  })
}

/** "0 4 5 3" as numbers. */
export function degreesOf(progression: string): readonly number[] {
  return progression.split(' ').map(Number)
}

/** The note `steps` scale steps above the tonic that lies at or above `floor`. */
function pitchAt({ key }: Plan, steps: number, floor: number): number {
  const scale = scaleOf(key.mode)
  const octave = Math.floor(steps / 7)
  const tonic = floor + ((((key.tonic - floor) % 12) + 12) % 12)
  return tonic + octave * 12 + (scale[((steps % 7) + 7) % 7] ?? 0)
}

/** The chord on `degree` with its octave, folded into one octave above `floor`. */
function chordPitches(plan: Plan, degree: number, floor: number): number[] {
  const pitches = [0, 2, 4].map((third) => {
    const pitch = pitchAt(plan, degree + third, floor)
    return floor + ((((pitch - floor) % 12) + 12) % 12)
  })
  return pitches.toSorted((a, b) => a - b)
}

function chords(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, beatSeconds, random } = plan
  const [low = 60, middle = 64, high = 67] = chordPitches(plan, bar.degree, 55)
  const note = (pitch: number, beat: number, length: number, level: number): Note => ({
    instrument: ensemble.chords,
    at: bar.at + beat * beatSeconds,
    seconds: length * beatSeconds,
    pitch,
    level: level * (0.75 + 0.25 * random()),
    pan: -0.3,
  })
  if (bar.intensity < 0.4)
    return [low, middle, high].map((pitch, index) => note(pitch, index * 0.06, beats * 0.95, 0.4))
  const order =
    beats === 3
      ? [low, middle, high, middle, high, middle]
      : [low, middle, high, low + 12, high, middle, high, middle]
  return order.map((pitch, index) => note(pitch, index * 0.5, 0.9, index === 0 ? 0.48 : 0.36))
}

function pad(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, beatSeconds } = plan
  const { pad: instrument } = ensemble
  if (instrument === null || bar.intensity < 0.5) return []
  return chordPitches(plan, bar.degree, 60).map((pitch, index) => ({
    instrument,
    at: bar.at,
    seconds: beats * beatSeconds,
    pitch,
    level: 0.1 + 0.08 * bar.intensity,
    pan: (index - 1) * 0.5,
  }))
}

function bass(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, beatSeconds, rules } = plan
  const root = chordPitches(plan, bar.degree, 36).find(
    (pitch) => (pitch - pitchAt(plan, bar.degree, 36)) % 12 === 0,
  )
  const pitch = root ?? 36
  const fifth = pitchAt(plan, bar.degree + 4, 36)
  const note = (beat: number, length: number, tone: number): Note => ({
    instrument: ensemble.bass,
    at: bar.at + beat * beatSeconds,
    seconds: length * beatSeconds,
    pitch: tone,
    level: 0.62,
    pan: 0,
  })
  if (bar.intensity < 0.4) return [note(0, beats * 0.95, pitch)]
  if (beats === 3) return [note(0, 2.8, pitch)]
  if (rules.drums === 2 && bar.intensity > 0.6)
    return Array.from({ length: 8 }, (_, step) => note(step / 2, 0.45, step === 7 ? fifth : pitch))
  return [note(0, 1.9, pitch), note(2, 1.4, fifth > pitch + 7 ? fifth - 12 : fifth), note(3.5, 0.45, pitch)]
}

interface MotifNote {
  /** From the beginning of two bars. */
  readonly beat: number
  readonly length: number
  /** Scale steps above the chord's root. */
  readonly step: number
}

/** A motif, then A A' B A'' over each phrase: repeated, answered, varied. */
function melody(plan: Plan, bars: readonly Bar[]): Note[] {
  const { random, ensemble, beatSeconds, bars: count } = plan
  const [motif, other] = [makeMotif(plan), makeMotif(plan)]
  const floor = ensemble.lead === 'horn' ? 60 : ensemble.lead === 'voice' ? 62 : 67
  const notes: Note[] = []
  let last = 2
  for (let first = count > 16 ? 4 : count > 8 ? 2 : 0; first + 1 < count - 1; first += 2) {
    const place = Math.floor(first / 2) % 4
    // The third pair of a phrase answers; now and then the melody rests.
    if (place === 3 && random() < 0.25) continue
    const lift = place === 1 ? 1 : 0
    for (const { beat, length, step } of place === 2 ? other : motif) {
      const bar = bars[first + Math.floor(beat / plan.beats)]
      if (bar === undefined) continue
      const isStrong = beat % 2 === 0
      const wished = bar.degree + step + lift
      const steps = nearestTo(last, isStrong ? snapToChord(wished, bar.degree) : wished)
      last = steps
      notes.push({
        instrument: ensemble.lead,
        at: (bars[first]?.at ?? 0) + beat * beatSeconds + random() * 0.008,
        seconds: length * beatSeconds * 0.96,
        pitch: pitchAt(plan, steps, floor),
        level: (isStrong ? 0.62 : 0.52) * (0.85 + 0.15 * bar.intensity),
        pan: 0.18,
      })
    }
  }
  const end = bars[count - 2]
  if (end !== undefined) {
    const long = Math.max(0.5, Math.min(plan.duration - end.at, 6 * beatSeconds))
    const pitch = pitchAt(plan, nearestTo(last, 0), floor)
    notes.push({ instrument: ensemble.lead, at: end.at, seconds: long, pitch, level: 0.52, pan: 0.18 })
  }
  return notes
}

function makeMotif({ random, rules, beats }: Plan): readonly MotifNote[] {
  const total = beats * 2
  const notes: MotifNote[] = []
  const lengths = rules.density > 3.5 ? [0.5, 0.5, 1, 1, 1.5] : [1, 1, 1.5, 2, 0.5]
  let [beat, step] = [random() < 0.3 ? 0.5 : 0, pick(random, [0, 2, 4])]
  while (beat < total - 0.5) {
    const length = Math.min(total - beat, lengths[Math.floor(random() * lengths.length)] ?? 1)
    notes.push({ beat, length, step })
    beat += length
    const leap = random() < 0.2 ? pick(random, [-3, 3, 4]) : pick(random, [-1, 1, 1, -1, -2, 2])
    step = Math.max(-2, Math.min(8, step + leap))
    if (random() < 0.12) beat += 0.5
  }
  return notes
}

/** The chord tone next to `steps`: root, third or fifth of the chord on `degree`. */
function snapToChord(steps: number, degree: number): number {
  const away = (((steps - degree) % 7) + 7) % 7
  const change = [0, -1, 0, 1, 0, -1, 1][away] ?? 0
  return steps + change
}

/** `steps` in the octave that is nearest to `last`, within a singable range. */
function nearestTo(last: number, steps: number): number {
  let best = steps
  for (const octave of [-14, -7, 7, 14])
    if (Math.abs(steps + octave - last) < Math.abs(best - last)) best = steps + octave
  return best < -3 ? best + 7 : best > 11 ? best - 7 : best
}

function drums({ ensemble, rules, brief, beats, beatSeconds, random }: Plan, bar: Bar): Stroke[] {
  const amount = brief.pace === 'fast' ? Math.max(1, rules.drums) : rules.drums
  const isWished = amount > 0 || ensemble.kit === 'electronic' || ensemble.kit === 'chip'
  if (!isWished || bar.intensity < 0.4) return []
  const patterns = BEATS[beats === 3 ? 'waltz' : ensemble.kit]
  const pattern = patterns[amount === 0 || bar.intensity < 0.65 ? 0 : 1] ?? {}
  return Object.entries(pattern).flatMap(([drum, steps]) =>
    Array.from(steps).flatMap((sign, step) => {
      if (sign === '.') return []
      const at = bar.at + (step / 4) * beatSeconds
      return [{ drum: drum as Drum, at, level: (sign === 'x' ? 0.75 : 0.42) * (0.88 + 0.12 * random()) }]
    }),
  )
}
