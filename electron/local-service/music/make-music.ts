/** The threads' work for a piece of music: composes it, plays it, and writes it to a file, labelled as what it is. */
import { createRandom, pick, type Random } from '../image/random.ts'
import { compose, type Score } from './compose.ts'
import { type Mood, MOOD_RULES, type MusicJob } from './ensembles.ts'
import { master } from './master.ts'
import { LABEL, writeMusicFile } from './music-file.ts'
import { play } from './play.ts'

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
