/** The threads' work for a piece of music: composes it, plays it, and writes it to a file, labelled as what it is. */
import { createRandom, pick } from '../image/random.ts'
import { compose, type Note, type Score } from './compose.ts'
import { MOODS, type MusicJob } from './ensembles.ts'
import { renderDrum, renderNote } from './instruments.ts'
import { writeMusicFile } from './music-file.ts'
import { addReverb, createStereo, master, SAMPLE_RATE, type Stereo } from './stereo.ts'

export interface PieceFacts {
  readonly title: string
  readonly bpm: number
  readonly key: string
  /** Genre, mood and who plays, such as `["folk", "calm", "piano", "drums"]`. */
  readonly tags: readonly string[]
}

/** How much of the work is done when everything is played. */
const PLAYED = 0.6
const NOUNS =
  'Windowsill Horizon Avenue Harbour Carousel Orchard Lantern Meadow Summit Signal Highway Skyline Castle Feather'

export async function makeMusic(
  { music, path }: { readonly music: MusicJob; readonly path: string },
  report: (share: number) => void,
): Promise<PieceFacts> {
  const { model, prompt, seed, duration, format } = music
  const score = compose(music)
  const { mood, bpm, key, notes, strokes, ensemble } = score
  const mix = play(score, duration, (share) => report(share * PLAYED))
  master(mix)
  const random = createRandom(`title ${prompt}`, seed)
  const title = `${pick(random, MOODS[mood].adjectives)} ${pick(random, NOUNS.split(' '))}`
  const players = new Set<string>(notes.map(({ instrument }) => instrument))
  if (strokes.length > 0) players.add('drums')
  const labels = { title, genre: ensemble.genre, bpm, about: `${model}, seed ${seed}` }
  await writeMusicFile(path, format, mix, labels, (share) => report(PLAYED + share * (1 - PLAYED)))
  return { title, bpm, key, tags: [ensemble.genre, mood, ...players] }
}

/** How much of each sound goes into the room. */
const SEND = 0.32
const DRUM_SEND = 0.1
/** Notes are rounded to this length, so that many of them sound the same and are rendered once. */
const GRID_SECONDS = 0.02

/** The score as samples of `seconds`. `onShare` hears how far it is, 0 to 1. */
export function play(
  { notes, strokes, ensemble: { kit, room } }: Pick<Score, 'notes' | 'strokes' | 'ensemble'>,
  seconds: number,
  onShare: (share: number) => void,
): Stereo {
  const mix = createStereo(seconds)
  const send = new Float32Array(mix.left.length)
  const known = new Map<string, Float32Array>()
  function sound(name: string, render: () => Float32Array): Float32Array {
    const samples = known.get(name) ?? render()
    known.set(name, samples)
    return samples
  }
  for (const [index, note] of notes.entries()) {
    const held = Math.max(1, Math.round(note.seconds / GRID_SECONDS)) * GRID_SECONDS
    const name = `${note.instrument} ${note.pitch} ${held}`
    addAt(
      mix,
      send,
      sound(name, () => renderNote({ ...note, seconds: held })),
      { ...note, send: SEND },
    )
    if (index % 32 === 0) onShare(index / notes.length)
  }
  for (const { drum, at, level } of strokes) {
    const pan = drum.includes('hat') ? -0.25 : 0
    const position = { at, level: level * 0.8, pan, send: DRUM_SEND + 0.15 * room }
    addAt(
      mix,
      send,
      sound(drum, () => renderDrum(drum, kit)),
      position,
    )
  }
  if (room > 0) addReverb(mix, send, room)
  return mix
}

interface MixPosition extends Pick<Note, 'at' | 'level' | 'pan'> {
  readonly send: number
}

function addAt(
  { left, right }: Stereo,
  send: Float32Array,
  samples: Float32Array,
  position: MixPosition,
): void {
  const start = Math.round(position.at * SAMPLE_RATE)
  const count = Math.min(samples.length, left.length - start)
  // Equal power from left to right.
  const angle = ((position.pan + 1) * Math.PI) / 4
  const [toLeft, toRight] = [Math.cos(angle) * position.level, Math.sin(angle) * position.level]
  for (let index = 0; index < count; index += 1) {
    const value = samples[index] as number
    const at = start + index
    left[at] = (left[at] as number) + value * toLeft
    right[at] = (right[at] as number) + value * toRight
    send[at] = (send[at] as number) + value * position.level * position.send
  }
}
