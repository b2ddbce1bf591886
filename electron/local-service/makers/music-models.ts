/**
 * The music models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words; what each plays is in `music/`.
 */
import type { MusicModel } from '../music/music-job.ts'
import type { ListedModel } from './maker.ts'
import { MUSIC_OPTIONS } from './music-options.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'

const WORDS: readonly { readonly model: MusicModel; readonly label: string; readonly description: string }[] =
  [
    {
      model: 'small-ensemble',
      label: 'Small ensemble',
      description:
        'A handful of players in a room. Knows lo-fi, jazz, bossa, folk, waltz, funk and more, and plays what the prompt names.',
    },
    {
      model: 'night-drive',
      label: 'Night drive',
      description: 'Synthesizers and drum machines: synthwave, techno, and slow clouds of sound.',
    },
    {
      model: 'chip-tune',
      label: 'Chip tune',
      description: 'Two pulse waves, a triangle and noise, like an old console.',
    },
    {
      model: 'concert-hall',
      label: 'Concert hall',
      description: 'Strings, horns, harp and deep drums in a large room, for scenes and trailers.',
    },
  ]

export const MUSIC_MODELS: readonly ListedModel[] = WORDS.map((words) => ({
  provider: SAMPLE_PROVIDER,
  mediaType: 'music',
  ...words,
  scenes: ['text-to-music'],
  options: MUSIC_OPTIONS.schema,
}))
