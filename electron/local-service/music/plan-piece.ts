/**
 * Settles what a piece will be before a note is written: genre, key, tempo, length in bars and who plays.
 *
 * Words of the prompt come first, then the model's own taste, then chance.
 */
import { between, pick, type Random } from '../paint/random.ts'
import { pickPlayers, type Players } from './pick-players.ts'
import type { Genre, GenreName } from './genres/genre.ts'
import { GENRES } from './genres/genres.ts'
import type { MusicJob, MusicModel } from './music-job.ts'
import { readKey, type Key, type Mode } from './theory/key.ts'
import { readBrief, type Brief } from './words/read-brief.ts'
import type { Feeling } from './words/vocabulary.ts'

export interface PiecePlan {
  readonly brief: Brief
  readonly genre: Genre
  readonly key: Key
  readonly bpm: number
  /** The bars before the last chord, which rings to the end. */
  readonly bars: number
  readonly players: Players
}

const HOME: Readonly<Record<MusicModel, readonly [GenreName, ...GenreName[]]>> = {
  'small-ensemble': ['lo-fi', 'folk', 'bossa', 'jazz', 'waltz'],
  'night-drive': ['synthwave', 'synthwave', 'techno'],
  'chip-tune': ['chiptune'],
  'concert-hall': ['cinematic'],
}
/** What a feeling suggests where the prompt names no genre. */
const BY_FEELING: Readonly<Record<MusicModel, Readonly<Partial<Record<Feeling, GenreName>>>>> = {
  'small-ensemble': {
    happy: 'folk',
    sad: 'waltz',
    dark: 'cinematic',
    calm: 'lo-fi',
    epic: 'cinematic',
    dreamy: 'lullaby',
  },
  'night-drive': {
    happy: 'synthwave',
    sad: 'synthwave',
    dark: 'techno',
    calm: 'ambient',
    epic: 'techno',
    dreamy: 'ambient',
  },
  'chip-tune': {},
  'concert-hall': { happy: 'waltz', calm: 'lullaby', dreamy: 'ambient' },
}
const BRIGHT: readonly Mode[] = ['major', 'lydian', 'mixolydian']
const IS_BRIGHT: Readonly<Record<Feeling, boolean | null>> = {
  happy: true,
  calm: true,
  dreamy: true,
  sad: false,
  dark: false,
  epic: false,
}
/** How much the last chord rings: at least this share of the piece, and between these seconds where there is room. */
const TAIL_SHARE = 0.12
const SHORTEST_TAIL = 1.6
const LONGEST_TAIL = 4.5

/** The plan for `job`; `random` decides what neither the words nor the options do. */
export function planPiece(job: MusicJob, random: Random): PiecePlan {
  const brief = readBrief(job.prompt)
  const genre = GENRES[chooseGenre(job.model, brief, random)]
  const key = (job.key === null ? null : readKey(job.key)) ?? brief.key ?? chooseKey(genre, brief, random)
  const wished = job.tempo ?? brief.bpm
  const { bpm, bars } = fitTempo(job.duration, genre.beatsPerBar, wished, chooseTempo(genre, brief, random))
  const players = pickPlayers({ genre, model: job.model, brief, instrumental: job.instrumental }, random)
  return { brief, genre, key, bpm, bars, players }
}

function chooseGenre(model: MusicModel, { genre, feeling }: Brief, random: Random): GenreName {
  const felt = feeling === null ? undefined : BY_FEELING[model][feeling]
  return genre ?? felt ?? pick(random, HOME[model])
}

function chooseKey(genre: Genre, { feeling }: Brief, random: Random): Key {
  const modes = Object.keys(genre.harmony) as Mode[]
  const isBright = feeling === null ? null : IS_BRIGHT[feeling]
  const fitting = modes.filter((mode) => isBright === null || BRIGHT.includes(mode) === isBright)
  const fallback: Mode = isBright === true ? 'major' : 'minor'
  const [first = fallback] = fitting
  const mode = random() < 0.55 ? first : pick(random, [first, ...fitting])
  return { tonic: Math.floor(random() * 12), mode }
}

function chooseTempo(genre: Genre, { pace, feeling }: Brief, random: Random): number {
  const [low, high] = genre.bpm
  if (pace === 'fast') return Math.min(200, high * between(random, 1, 1.14))
  if (pace === 'slow') return Math.max(44, low * between(random, 0.84, 0.96))
  const lean =
    feeling === 'calm' || feeling === 'sad' ? 0.25 : feeling === 'happy' || feeling === 'epic' ? 0.75 : 0.5
  return low + (high - low) * Math.min(1, Math.max(0, lean + between(random, -0.3, 0.3)))
}

/**
 * The whole number of beats a minute near `bpm` at which bars in even groups and a last chord fill the duration best. A
 * wished tempo is kept as it is.
 */
function fitTempo(
  duration: number,
  beatsPerBar: number,
  wished: number | null,
  bpm: number,
): { readonly bpm: number; readonly bars: number } {
  const centre = wished ?? bpm
  const reach = wished === null ? 0.08 : 0
  const tail = Math.min(LONGEST_TAIL, Math.max(SHORTEST_TAIL, duration * TAIL_SHARE))
  let best = { bpm: centre, bars: 1, cost: Infinity }
  const from = wished === null ? Math.ceil(centre * (1 - reach)) : centre
  for (let candidate = from; candidate <= centre * (1 + reach); candidate += 1) {
    const barSeconds = (beatsPerBar * 60) / candidate
    const most = Math.max(1, Math.floor((duration - SHORTEST_TAIL) / barSeconds))
    for (let bars = Math.max(1, most - 3); bars <= most; bars += 1) {
      const group = bars >= 24 ? 8 : bars >= 8 ? 4 : bars >= 4 ? 2 : 1
      const left = duration - bars * barSeconds
      const cost =
        Math.abs(left - tail) / tail + (bars % group === 0 ? 0 : 0.5) + Math.abs(candidate / centre - 1) * 4
      if (cost < best.cost) best = { bpm: candidate, bars, cost }
    }
  }
  return { bpm: best.bpm, bars: best.bars }
}
