/**
 * The image models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words; how each draws is in `image/styles/`.
 */
import { IMAGE_OPTIONS } from './image-options.ts'
import type { ListedModel } from './maker.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'
import type { StyleName } from '../image/styles.ts'

const WORDS: readonly { readonly model: StyleName; readonly label: string; readonly description: string }[] =
  [
    {
      model: 'painted-landscape',
      label: 'Painted landscape',
      description:
        'Hills, water and weather in layered paint. Knows seasons, times of day and a few subjects.',
    },
    {
      model: 'flow-field',
      label: 'Flow field',
      description: 'Thousands of fine ribbons following an invisible current.',
    },
    {
      model: 'geometric-poster',
      label: 'Geometric poster',
      description:
        'Flat shapes, few inks and paper grain, like a poster from the middle of the last century.',
    },
    {
      model: 'ink-wash',
      label: 'Ink wash',
      description: 'Misty layers of ink on rough paper, with one seal of red.',
    },
    {
      model: 'city-night',
      label: 'City night',
      description: 'A skyline after dark: lit windows, haze, rain and reflections.',
    },
  ]

export const IMAGE_MODELS: readonly ListedModel[] = WORDS.map((words) => ({
  provider: SAMPLE_PROVIDER,
  mediaType: 'image',
  ...words,
  scenes: ['text-to-image', 'image-to-image'],
  options: IMAGE_OPTIONS.schema,
}))
