/**
 * The character models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words; how each draws is in `character/`.
 */
import { characterOptions } from './character-options.ts'
import type { ListedModel } from './maker.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'

const MODELS = [
  {
    model: 'storybook-cast',
    label: 'Storybook cast',
    description:
      'A character from three sides, in opaque paint with a soft line: people, animals and robots in a dozen roles, with a portrait, a palette and a story.',
    options: characterOptions(['gouache', 'line', 'pixel']),
  },
  {
    model: 'inked-cast',
    label: 'Inked cast',
    description: 'The same cast as pen drawings: firm lines and thin tints.',
    options: characterOptions(['line', 'gouache', 'pixel']),
  },
  {
    model: 'pixel-cast',
    label: 'Pixel cast',
    description: 'The same cast in few colours and large pixels, as for a game.',
    options: characterOptions(['pixel', 'gouache', 'line']),
  },
] as const

export const CHARACTER_MODELS: readonly ListedModel[] = MODELS.map(({ options, ...words }) => ({
  provider: SAMPLE_PROVIDER,
  mediaType: 'character',
  ...words,
  scenes: ['character-creation'],
  options: options.schema,
}))

/** The options of a model, by its name; those of the first for a name not known. */
export function optionsOf(model: string): ReturnType<typeof characterOptions> {
  return (MODELS.find((each) => each.model === model) ?? MODELS[0]).options
}
