/**
 * The music models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words; what each plays is in `music/`.
 */
import type { StyleName } from '../image/styles.ts'
import type { MusicModel } from '../music/ensembles.ts'
import type { ListedModel } from './maker.ts'
import { MUSIC_OPTIONS } from './music-options.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'

const WORDS: readonly { readonly model: MusicModel; readonly label: string; readonly description: string }[] =
  [
    {
      model: 'small-ensemble',
      label: 'Small ensemble',
      description:
        'Guitar, piano, bass and a small kit in a room. Follows the mood, the pace and the instrument that the prompt names.',
    },
    {
      model: 'night-drive',
      label: 'Night drive',
      description: 'Synthesizers and a drum machine.',
    },
    {
      model: 'chip-tune',
      label: 'Chip tune',
      description: 'Two pulse waves, a triangle and noise, like an old console.',
    },
    {
      model: 'concert-hall',
      label: 'Concert hall',
      description: 'Strings, horns, harp and deep drums in a large hall.',
    },
  ]

export const MUSIC_MODELS: readonly ListedModel[] = WORDS.map((words) => ({
  provider: SAMPLE_PROVIDER,
  mediaType: 'music',
  ...words,
  scenes: ['text-to-music'],
  options: MUSIC_OPTIONS.schema,
}))

/** The style of the cover of each model's pieces. */
export const COVER_STYLES: Readonly<Record<MusicModel, StyleName>> = {
  'small-ensemble': 'painted-landscape',
  'night-drive': 'city-night',
  'chip-tune': 'geometric-poster',
  'concert-hall': 'ink-wash',
}
