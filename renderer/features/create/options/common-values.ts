/** Values that most models of a media type take, and the fields offered for a model that nobody knows. */
import type { MediaType } from '#contract/rules/media.ts'
import type { OptionField } from './option-fields.ts'

export const COMMON_RATIOS: readonly string[] = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']
export const COMMON_RESOLUTIONS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['1K', '2K', '4K'],
  video: ['480p', '720p', '1080p'],
  character: ['1K', '2K'],
  music: [],
}
const RATIO = /^\d+(\.\d+)?:\d+(\.\d+)?$/

/** True for `<width>:<height>`, such as 16:9. */
export function isRatio(text: string): boolean {
  return RATIO.test(text)
}

/**
 * What models take in place of a ratio, in small letters. Source: the parameter pages of nano-banana, Seedance (Kie) and
 * Flux Kontext (Replicate).
 */
export const RATIO_WORDS: ReadonlySet<string> = new Set(['auto', 'adaptive', 'match_input_image'])

const RATIO_FIELD: OptionField = {
  key: 'aspect_ratio',
  kind: 'ratio',
  required: false,
  values: COMMON_RATIOS,
  isOpen: true,
}
const SEED_FIELD: OptionField = {
  key: 'seed',
  kind: 'number',
  isInteger: true,
  min: 0,
  required: false,
  isSuggested: true,
}
const DURATION_FIELD: OptionField = {
  key: 'duration',
  kind: 'number',
  isInteger: false,
  min: 1,
  required: false,
  isSuggested: true,
}
const LYRICS_FIELD: OptionField = {
  key: 'lyrics',
  kind: 'text',
  required: false,
  suggestions: [],
  isSuggested: true,
}
const INSTRUMENTAL_FIELD: OptionField = {
  key: 'instrumental',
  kind: 'switch',
  required: false,
  isSuggested: true,
}

/** The fields offered for a model whose schema nobody knows. */
export function commonFields(media: MediaType): readonly OptionField[] {
  const resolution: OptionField = {
    key: 'resolution',
    kind: 'text',
    required: false,
    isSuggested: true,
    suggestions: COMMON_RESOLUTIONS[media],
  }
  switch (media) {
    case 'image':
      return [RATIO_FIELD, resolution, SEED_FIELD]
    case 'video':
      return [RATIO_FIELD, resolution, DURATION_FIELD, SEED_FIELD]
    case 'music':
      return [DURATION_FIELD, SEED_FIELD, INSTRUMENTAL_FIELD, LYRICS_FIELD]
    case 'character':
      return [RATIO_FIELD, SEED_FIELD]
  }
}
