/** The fields offered for a model that nobody knows. */
import type { MediaType } from '#contract/rules/media.ts'
import { COMMON_RATIOS, COMMON_RESOLUTIONS } from './common-values.ts'
import type { OptionField } from './option-fields.ts'

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
