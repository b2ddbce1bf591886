/**
 * The cover of a piece of music: a square picture of the prompt, in the style that suits the genre.
 */
import type { GenreName } from '../music/genres/genre.ts'
import { readBrief } from '../music/words/read-brief.ts'
import type { MusicJob, MusicModel } from '../music/music-job.ts'
import type { PaintJob } from '../paint/paint-job.ts'
import type { StyleName } from '../paint/styles.ts'

/** In pixels. */
export const COVER_SIDE = 640

/** A style, and words for a picture where the prompt has none of its own; the prompt's come first and win. */
const BY_GENRE: Readonly<Record<GenreName, readonly [StyleName, string]>> = {
  'lo-fi': ['city-night', 'rain evening'],
  ambient: ['flow-field', 'calm blue'],
  jazz: ['geometric-poster', 'night'],
  bossa: ['geometric-poster', 'sea summer sun'],
  waltz: ['stained-glass', 'dusk'],
  folk: ['painted-landscape', 'meadow golden'],
  cinematic: ['painted-landscape', 'mountain dramatic dusk'],
  techno: ['flow-field', 'vivid night'],
  synthwave: ['city-night', 'dusk vivid'],
  chiptune: ['stained-glass', 'vivid'],
  funk: ['geometric-poster', 'vivid'],
  lullaby: ['ink-wash', 'moon night'],
}
const BY_MODEL: Readonly<Record<MusicModel, GenreName>> = {
  'small-ensemble': 'folk',
  'night-drive': 'synthwave',
  'chip-tune': 'chiptune',
  'concert-hall': 'cinematic',
}

/** What a thread is asked to paint for `music`. */
export function coverJob({ model, prompt, seed }: MusicJob): PaintJob {
  const [style, words] = BY_GENRE[readBrief(prompt).genre ?? BY_MODEL[model]]
  const size = { width: COVER_SIDE, height: COVER_SIDE }
  return { style, prompt: `${prompt} ${words}`, seed, ...size, format: 'jpeg', strength: 0 }
}
