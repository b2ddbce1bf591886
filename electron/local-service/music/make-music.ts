/** The threads' work for a piece of music: composes it, plays it, and writes it to a file, labelled as what it is. */
import { createRandom, pick, type Random } from '../image/random.ts'
import { compose, type Score, type Note, type Stroke } from './compose.ts'
import { type Mood, MOOD_RULES, type MusicJob, type Ensemble } from './ensembles.ts'
import { master, addReverb, createStereo, SAMPLE_RATE, type Stereo } from './stereo.ts'
import { LABEL, writeMusicFile } from './music-file.ts'
import { renderDrum, renderNote } from './instruments.ts'

export interface PieceFacts {
  readonly title: string
  readonly bpm: number
  readonly key: string
  /** Genre, mood and who plays, such as `["folk", "calm", "piano", "drums"]`. */
  readonly tags: readonly string[]
}

/** How much of the work is done when everything is played. */
const PLAYED = 0.6

/** Writes the piece to `path`. */
export async function makeMusic(
  { music, path }: { readonly music: MusicJob; readonly path: string },
  report: (share: number) => void,
): Promise<PieceFacts> {
  const score = compose(music)
  const mix = play(score, music.duration, (share) => report(share * PLAYED))
  master(mix)
  const facts = describe(music, score)
  const comment = `${LABEL} (${music.model}, seed ${music.seed})`
  const labels = { title: facts.title, genre: score.ensemble.genre, bpm: facts.bpm, key: facts.key, comment }
  await writeMusicFile(path, music.format, mix, labels, (share) => report(PLAYED + share * (1 - PLAYED)))
  return facts
}

function describe(music: MusicJob, { mood, bpm, key, notes, strokes, ensemble }: Score): PieceFacts {
  const random = createRandom(`title ${music.prompt}`, music.seed)
  const players = notes.map(({ instrument }) => instrument)
  const drums = strokes.length > 0 ? ['drums'] : []
  return {
    title: findTitle(mood, random),
    bpm,
    key,
    tags: [...new Set([ensemble.genre, mood, ...players, ...drums])],
  }
}

const NOUNS =
  'Windowsill Horizon Avenue Harbour Carousel Orchard Lantern Meadow Summit Signal Highway Skyline Castle Feather'

/** Two words, such as "Quiet Windowsill". */
export function findTitle(mood: Mood, random: Random): string {
  return `${pick(random, MOOD_RULES[mood].adjectives)} ${pick(random, NOUNS.split(' '))}`
}

/** How much of each sound goes into the room. */
const SEND = 0.32
const DRUM_SEND = 0.1
/** Notes are rounded to this length, so that many of them sound the same and are rendered once. */
const GRID_SECONDS = 0.02

/** The score as samples of `seconds`. `onShare` hears how far it is, 0 to 1. */
export function play(
  { notes, strokes, ensemble }: Pick<Score, 'notes' | 'strokes' | 'ensemble'>,
  seconds: number,
  onShare: (share: number) => void,
): Stereo {
  const mix = createStereo(seconds)
  const send = new Float32Array(mix.left.length)
  addNotes(mix, send, notes, onShare)
  addStrokes(mix, send, strokes, ensemble)
  if (ensemble.room > 0) addReverb(mix, send, ensemble.room)
  return mix
}

function addNotes(
  mix: Stereo,
  send: Float32Array,
  notes: readonly Note[],
  onShare: (share: number) => void,
): void {
  const known = new Map<string, Float32Array>()
  for (const [index, note] of notes.entries()) {
    const seconds = Math.max(GRID_SECONDS, Math.round(note.seconds / GRID_SECONDS) * GRID_SECONDS)
    const name = `${note.instrument} ${note.pitch} ${seconds}`
    let samples = known.get(name)
    if (samples === undefined) {
      samples = renderNote({ instrument: note.instrument, pitch: note.pitch, seconds })
      known.set(name, samples)
    }
    // Equal power from left to right.
    const angle = ((note.pan + 1) * Math.PI) / 4
    const levels = [Math.cos(angle) * note.level, Math.sin(angle) * note.level] as const
    addAt(mix, send, samples, note.at, levels, SEND * note.level)
    if (index % 32 === 0) onShare(index / notes.length)
  }
}

function addStrokes(
  mix: Stereo,
  send: Float32Array,
  strokes: readonly Stroke[],
  { kit, room }: Ensemble,
): void {
  const known = new Map<string, Float32Array>()
  for (const { drum, at, level } of strokes) {
    const samples = known.get(drum) ?? renderDrum(drum, kit)
    known.set(drum, samples)
    const isHat = drum === 'hat' || drum === 'open hat'
    const levels = [level * 0.6, level * (isHat ? 0.4 : 0.6)] as const
    addAt(mix, send, samples, at, levels, level * (DRUM_SEND + 0.15 * room))
  }
}

function addAt(
  { left, right }: Stereo,
  send: Float32Array,
  samples: Float32Array,
  at: number,
  [toLeft, toRight]: readonly [number, number],
  toSend: number,
): void {
  const start = Math.round(at * SAMPLE_RATE)
  const count = Math.min(samples.length, left.length - start)
  for (let index = 0; index < count; index += 1) {
    const value = samples[index] as number
    const place = start + index
    left[place] = (left[place] as number) + value * toLeft
    right[place] = (right[place] as number) + value * toRight
    send[place] = (send[place] as number) + value * toSend
  }
}
