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
  readonly duration: number
  readonly random: Random
}

/** One bar: where it begins, its chord's degree, and how much is going on, 0 to 1. */
interface Bar {
  readonly at: number
  readonly degree: number
  readonly intensity: number
}

/** What a part plays in a bar: pitch, beat and length in beats, level. */
type Line = readonly (readonly [pitch: number, beat: number, length: number, level: number])[]

export function compose(job: MusicJob): Score {
  const random = createRandom(`piece ${job.model} ${job.prompt}`, job.seed)
  const brief = readBrief(job.prompt)
  const mood = brief.mood ?? pick(random, Object.keys(MOODS) as Mood[])
  const rules = MOODS[mood]
  const own = ENSEMBLES[job.model]
  const ensemble = { ...own, lead: job.instrumental ? (brief.lead ?? own.lead) : ('voice' as const) }
  const [slowest = 90, fastest = 90] = rules.tempo
  const bpm = job.tempo ?? brief.bpm ?? Math.round(between(random, slowest, fastest) * brief.pace)
  const wanted = job.key === null ? null : readKey(job.key)
  const key = wanted ?? brief.key ?? { tonic: Math.floor(random() * 12), mode: rules.mode }
  const beats = brief.isWaltz ? 3 : 4
  const plan: Plan = {
    brief,
    ensemble,
    rules,
    key,
    beatSeconds: 60 / bpm,
    beats,
    duration: job.duration,
    random,
  }
  const bars = layOut(plan)
  const parts = {
    chords: () => bars.flatMap((bar) => [...chords(plan, bar), ...pad(plan, bar)]),
    bass: () => bars.flatMap((bar) => bass(plan, bar)),
    melody: () => melody(plan, bars),
  }
  const notes = Object.entries(parts).flatMap(([part, play]) => (brief.without.includes(part) ? [] : play()))
  const strokes = brief.without.includes('drums') ? [] : bars.flatMap((bar) => drums(plan, bar))
  return { ensemble, mood, bpm, key: nameKey(key), notes, strokes }
}

/** Bars with their chords: phrases rise to the last third and fall at the end, which is the tonic. */
function layOut({ rules, beats, beatSeconds, duration, random }: Plan): readonly Bar[] {
  const progressions = [0, 1].map(() => degreesOf(pick(random, rules.progressions)))
  const count = Math.max(1, Math.ceil(duration / (beatSeconds * beats)))
  return Array.from({ length: count }, (_, index) => {
    const phrase = Math.floor(index / 4)
    const share = (phrase * 4) / Math.max(1, count - 1)
    const rise =
      phrase === 0 && count > 16 ? 0.3 : 0.55 + 0.45 * Math.sin(Math.PI * Math.min(1, share * 1.15))
    const at = index * beats * beatSeconds
    if (index >= count - 2) return { at, degree: 0, intensity: 0.35 }
    return { at, degree: progressions[phrase % 4 === 2 ? 1 : 0]?.[index % 4] ?? 0, intensity: rise }
  })
}

/** "0 4 5 3" as numbers. */
export function degreesOf(progression: string): readonly number[] {
  return progression.split(' ').map(Number)
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
  line: Line,
): Note[] {
  return line.map(([pitch, beat, length, level]) => ({
    instrument,
    at: bar.at + beat * beatSeconds,
    seconds: length * beatSeconds,
    pitch,
    level,
    pan,
  }))
}

function chords(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, random } = plan
  const [low, middle, high] = chordPitches(plan, bar.degree, 55)
  const touch = (level: number): number => level * (0.75 + 0.25 * random())
  const broken = [low, middle, high, beats === 3 ? middle : low + 12, high, middle, high, middle]
  const line: Line =
    bar.intensity < 0.4
      ? [low, middle, high].map((pitch, index) => [pitch, index * 0.06, beats * 0.95, touch(0.4)])
      : broken
          .slice(0, beats * 2)
          .map((pitch, index) => [pitch, index * 0.5, 0.9, touch(index === 0 ? 0.48 : 0.36)])
  return perform(plan, bar, ensemble.chords, -0.3, line)
}

function pad(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats } = plan
  const { pad: instrument } = ensemble
  if (instrument === null || bar.intensity < 0.5) return []
  const level = 0.1 + 0.08 * bar.intensity
  return chordPitches(plan, bar.degree, 60).flatMap((pitch, index) =>
    perform(plan, bar, instrument, (index - 1) * 0.5, [[pitch, 0, beats, level]]),
  )
}

function bass(plan: Plan, bar: Bar): Note[] {
  const { ensemble, beats, rules, key } = plan
  const fold = (pitch: number): number => 36 + ((pitch - 36) % 12)
  const [root, fifth] = [pitchAt(key, bar.degree, 36), pitchAt(key, bar.degree + 4, 36)].map(fold) as [
    number,
    number,
  ]
  const level = 0.62
  const line: Line =
    bar.intensity < 0.4 || beats === 3
      ? [[root, 0, beats * 0.95, level]]
      : rules.drums === 2 && bar.intensity > 0.6
        ? Array.from({ length: 8 }, (_, step) => [step === 7 ? fifth : root, step / 2, 0.45, level] as const)
        : [
            [root, 0, 1.9, level],
            [fifth > root + 7 ? fifth - 12 : fifth, 2, 1.4, level],
            [root, 3.5, 0.45, level],
          ]
  return perform(plan, bar, ensemble.bass, 0, line)
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
  const { random, ensemble, beats, beatSeconds, key, duration } = plan
  const [motif, answer] = [makeMotif(plan), makeMotif(plan)]
  const floor = { horn: 60, voice: 62 }[ensemble.lead as string] ?? 67
  const play = (bar: Bar, steps: number, beat: number, length: number, level: number): Note[] =>
    perform(plan, bar, ensemble.lead, 0.18, [[pitchAt(key, steps, floor), beat, length, level]])
  const notes: Note[] = []
  let last = 2
  const entry = bars.length > 16 ? 4 : bars.length > 8 ? 2 : 0
  for (let first = entry; first + 1 < bars.length - 1; first += 2) {
    const place = Math.floor(first / 2) % 4
    // Now and then the melody rests.
    if (place === 3 && random() < 0.25) continue
    for (const { beat, length, step } of place === 2 ? answer : motif) {
      const bar = bars[first + Math.floor(beat / beats)]
      if (bar === undefined) continue
      const isStrong = beat % 2 === 0
      const wished = bar.degree + step + (place === 1 ? 1 : 0)
      last = nearestTo(last, isStrong ? snapToChord(wished, bar.degree) : wished)
      const level = (isStrong ? 0.62 : 0.52) * (0.85 + 0.15 * bar.intensity)
      notes.push(...play(bar, last, (beat % beats) + random() * 0.015, length * 0.96, level))
    }
  }
  const end = bars.at(-2)
  if (end === undefined) return notes
  const long = Math.max(0.5, Math.min((duration - end.at) / beatSeconds, 6))
  return [...notes, ...play(end, nearestTo(last, 0), 0, long, 0.52)]
}

function makeMotif({ random, rules, beats }: Plan): readonly MotifNote[] {
  const total = beats * 2
  const notes: MotifNote[] = []
  const lengths = rules.density > 3.5 ? [0.5, 0.5, 1, 1, 1.5] : [1, 1, 1.5, 2, 0.5]
  let [beat, step] = [random() < 0.3 ? 0.5 : 0, pick(random, [0, 2, 4])]
  while (beat < total - 0.5) {
    const length = Math.min(total - beat, pick(random, lengths))
    notes.push({ beat, length, step })
    const leap = random() < 0.2 ? pick(random, [-3, 3, 4]) : pick(random, [-1, 1, 1, -1, -2, 2])
    step = Math.max(-2, Math.min(8, step + leap))
    beat += length + (random() < 0.12 ? 0.5 : 0)
  }
  return notes
}

/** The chord tone next to `steps`: root, third or fifth of the chord on `degree`. */
function snapToChord(steps: number, degree: number): number {
  const away = (((steps - degree) % 7) + 7) % 7
  return steps + ([0, -1, 0, 1, 0, -1, 1][away] ?? 0)
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
