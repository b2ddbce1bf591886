/**
 * Composes a piece: plan, chords, bass, melody and drums, as notes with times.
 *
 * A piece is phrases of four bars. Each bar has an intensity, which decides who plays; the melody is a motif of two bars that is
 * repeated, answered and varied.
 */
import { between, createRandom, pick, type Random } from '../image/random.ts'
import { type Brief, readBrief } from './brief.ts'
import {
  BEATS,
  type Ensemble,
  ENSEMBLES,
  MOODS,
  type Mood,
  type MoodRules,
  type MusicJob,
} from './ensembles.ts'
import type { Drum, InstrumentName } from './instruments.ts'
import { type Key, nameKey, pitchAt, readKey } from './key.ts'

export interface Note {
  readonly instrument: InstrumentName
  /** In seconds from the beginning. */
  readonly at: number
  readonly seconds: number
  /** MIDI's number of the note. */
  readonly pitch: number
  /** 0 to 1. */
  readonly level: number
  /** -1 (left) to 1 (right). */
  readonly pan: number
}

export interface Stroke extends Pick<Note, 'at' | 'level'> {
  readonly drum: Drum
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
  readonly random: Random
}

/** One bar: where it begins in seconds, its chord's degree, and how much is going on, 0 to 1. */
interface Bar {
  readonly at: number
  readonly degree: number
  readonly intensity: number
}

/** A note of a part before it has an instrument: times in beats of its bar. */
type Tone = readonly [pitch: number, beat: number, length: number, level: number]

export function compose({ model, prompt, seed, duration, ...job }: MusicJob): Score {
  const random = createRandom(`piece ${model} ${prompt}`, seed)
  const brief = readBrief(prompt)
  const mood = brief.mood ?? pick(random, Object.keys(MOODS) as Mood[])
  const rules = MOODS[mood]
  const lead = job.instrumental ? (brief.lead ?? ENSEMBLES[model].lead) : 'voice'
  const ensemble = { ...ENSEMBLES[model], lead } as const
  const [slowest = 90, fastest = 90] = rules.tempo
  const bpm = job.tempo ?? brief.bpm ?? Math.round(between(random, slowest, fastest) * brief.pace)
  const wanted = job.key === null ? brief.key : readKey(job.key)
  const key = wanted ?? { tonic: Math.floor(random() * 12), mode: rules.mode }
  const plan: Plan = {
    brief,
    ensemble,
    rules,
    key,
    beatSeconds: 60 / bpm,
    beats: brief.isWaltz ? 3 : 4,
    random,
  }
  const bars = layOut(plan, duration)
  const parts = {
    chords: () => bars.flatMap((bar) => chords(plan, bar)),
    bass: () => bars.flatMap((bar) => perform(plan, bar, ensemble.bass, 0, bass(plan, bar))),
    melody: () => melody(plan, bars),
  }
  const notes = Object.entries(parts).flatMap(([part, play]) => (brief.without.includes(part) ? [] : play()))
  const strokes = brief.without.includes('drums') ? [] : bars.flatMap((bar) => drums(plan, bar))
  return { ensemble, mood, bpm, key: nameKey(key), notes, strokes }
}

/** Bars with their chords: phrases rise to the last third and fall at the end, which is the tonic. */
function layOut({ rules, beats, beatSeconds, random }: Plan, duration: number): readonly Bar[] {
  const progression = pick(random, rules.progressions).split(' ').map(Number)
  const count = Math.max(1, Math.ceil(duration / (beatSeconds * beats)))
  return Array.from({ length: count }, (_, index) => {
    const at = index * beats * beatSeconds
    if (index >= count - 2) return { at, degree: 0, intensity: 0.35 }
    const share = (index - (index % 4)) / count
    const intensity =
      index < 4 && count > 16 ? 0.3 : 0.55 + 0.45 * Math.sin(Math.PI * Math.min(1, share * 1.15))
    return { at, degree: progression[index % 4] ?? 0, intensity }
  })
}

/** The chord on `degree`, folded into one octave above `floor`. */
function chordPitches({ key }: Plan, degree: number, floor: number): [number, number, number] {
  const folded = [0, 2, 4].map((third) => floor + ((pitchAt(key, degree + third, floor) - floor) % 12))
  return folded.toSorted((a, b) => a - b) as [number, number, number]
}

function perform(
  { beatSeconds }: Plan,
  bar: Bar,
  instrument: InstrumentName,
  pan: number,
  tones: readonly Tone[],
): Note[] {
  return tones.map(([pitch, beat, length, level]) => {
    return { instrument, at: bar.at + beat * beatSeconds, seconds: length * beatSeconds, pitch, level, pan }
  })
}

/** A chord that is broken where much is going on, with a pad behind it. */
function chords(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, random } = plan
  const [low, middle, high] = chordPitches(plan, bar.degree, 55)
  const isQuiet = bar.intensity < 0.4
  const broken = [low, middle, high, beats === 3 ? middle : low + 12, high, middle, high, middle]
  const tones = (isQuiet ? [low, middle, high] : broken.slice(0, beats * 2)).map((pitch, index): Tone => {
    const level = (index === 0 ? 0.48 : 0.38) * (0.75 + 0.25 * random())
    return isQuiet ? [pitch, index * 0.06, beats * 0.95, level] : [pitch, index * 0.5, 0.9, level]
  })
  const front = perform(plan, bar, ensemble.chords, -0.3, tones)
  const { pad } = ensemble
  if (pad === null || bar.intensity < 0.5) return front
  const behind = [low, middle, high].flatMap((pitch, index) =>
    perform(plan, bar, pad, (index - 1) * 0.5, [[pitch, 0, beats, 0.1 + 0.08 * bar.intensity]]),
  )
  return [...front, ...behind]
}

function bass({ beats, rules, key }: Plan, bar: Bar): Tone[] {
  const [root = 36, fifth = 36] = [0, 4].map(
    (steps) => 36 + ((pitchAt(key, bar.degree + steps, 36) - 36) % 12),
  )
  const level = 0.62
  if (bar.intensity < 0.4 || beats === 3) return [[root, 0, beats * 0.95, level]]
  if (rules.drums === 2 && bar.intensity > 0.6)
    return Array.from({ length: 8 }, (_, step) => [step === 7 ? fifth : root, step / 2, 0.45, level])
  return [
    [root, 0, 1.9, level],
    [fifth > root + 7 ? fifth - 12 : fifth, 2, 1.4, level],
    [root, 3.5, 0.45, level],
  ]
}

/** A motif of two bars, then A A' B A'' over each phrase: repeated, answered, varied. */
function melody(plan: Plan, bars: readonly Bar[]): Note[] {
  const { random, ensemble, beats, key } = plan
  const [motif, answer] = [makeMotif(plan), makeMotif(plan)]
  const floor = { horn: 60, voice: 62 }[ensemble.lead as string] ?? 67
  const play = (bar: Bar, steps: number, [, beat, length, level]: Tone): Note[] =>
    perform(plan, bar, ensemble.lead, 0.18, [[pitchAt(key, steps, floor), beat, length, level]])
  const notes: Note[] = []
  let last = 2
  const entry = bars.length > 16 ? 4 : bars.length > 8 ? 2 : 0
  for (let first = entry; first + 1 < bars.length - 1; first += 2) {
    const place = (first / 2) % 4
    // Now and then the melody rests.
    if (place === 3 && random() < 0.25) continue
    for (const [step, beat, length] of place === 2 ? answer : motif) {
      const bar = bars[first + Math.floor(beat / beats)]
      if (bar === undefined) continue
      const isStrong = beat % 2 === 0
      const wished = bar.degree + step + (place === 1 ? 1 : 0)
      last = nearestTo(last, isStrong ? snapToChord(wished, bar.degree) : wished)
      const level = (isStrong ? 0.62 : 0.52) * (0.85 + 0.15 * bar.intensity)
      notes.push(...play(bar, last, [0, (beat % beats) + random() * 0.015, length * 0.96, level]))
    }
  }
  const end = bars.at(-2)
  const long = Math.min(6, 2 * beats)
  return end === undefined ? notes : [...notes, ...play(end, nearestTo(last, 0), [0, 0, long, 0.52])]
}

/** Scale steps above the chord's root, where they begin in two bars, and how long they are. */
function makeMotif({
  random,
  rules,
  beats,
}: Plan): (readonly [step: number, beat: number, length: number])[] {
  const lengths = rules.density > 3.5 ? [0.5, 0.5, 1, 1, 1.5] : [1, 1, 1.5, 2, 0.5]
  const notes: (readonly [number, number, number])[] = []
  let [beat, step] = [random() < 0.3 ? 0.5 : 0, pick(random, [0, 2, 4])]
  while (beat < beats * 2 - 0.5) {
    const length = Math.min(beats * 2 - beat, pick(random, lengths))
    notes.push([step, beat, length])
    const leap = random() < 0.2 ? pick(random, [-3, 3, 4]) : pick(random, [-1, 1, 1, -1, -2, 2])
    step = Math.max(-2, Math.min(8, step + leap))
    beat += length
  }
  return notes
}

/** The chord tone next to `steps`: root, third or fifth of the chord on `degree`. */
function snapToChord(steps: number, degree: number): number {
  return steps + ([0, -1, 0, 1, 0, -1, 1][(((steps - degree) % 7) + 7) % 7] ?? 0)
}

/** `steps` in the octave that is nearest to `last`, within a singable range. */
function nearestTo(last: number, steps: number): number {
  const octaves = [0, -14, -7, 7, 14].map((octave) => steps + octave)
  const best = octaves.reduce((a, b) => (Math.abs(b - last) < Math.abs(a - last) ? b : a))
  return best < -3 ? best + 7 : best > 11 ? best - 7 : best
}

function drums({ ensemble: { kit }, rules, brief, beats, beatSeconds, random }: Plan, bar: Bar): Stroke[] {
  const amount = brief.pace > 1 ? Math.max(1, rules.drums) : rules.drums
  const isWished = amount > 0 || kit === 'electronic' || kit === 'chip'
  if (!isWished || bar.intensity < 0.4) return []
  const pattern = BEATS[beats === 3 ? 'waltz' : kit][amount === 0 || bar.intensity < 0.65 ? 0 : 1] ?? {}
  return Object.entries(pattern).flatMap(([drum, steps]) =>
    Array.from(steps).flatMap((sign, step) => {
      const level = (sign === 'x' ? 0.75 : 0.42) * (0.88 + 0.12 * random())
      return sign === '.' ? [] : [{ drum: drum as Drum, at: bar.at + (step / 4) * beatSeconds, level }]
    }),
  )
}
