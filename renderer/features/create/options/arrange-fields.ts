/** Puts the options that people reach for first, where a model has too many to show them all. */
import { COUNT_KEYS } from '../shape.ts'
import type { OptionField } from './option-fields.ts'

/** Up to this many are all shown. */
const FEW = 10
const FIRST_KEYS: ReadonlySet<string> = new Set([
  ...COUNT_KEYS,
  'aspect_ratio',
  'aspectRatio',
  'ratio',
  'image_size',
  'size',
  'resolution',
  'quality',
  'duration',
  'seed',
  'style',
  'negative_prompt',
  'strength',
  'lyrics',
  'instrumental',
  'generate_audio',
  'output_format',
])

export interface ArrangedFields {
  readonly first: readonly OptionField[]
  readonly more: readonly OptionField[]
}

/** Each part in the schema's own order. Options that only the JSON editor can change are left out. */
export function arrangeFields(fields: readonly OptionField[]): ArrangedFields {
  const shown = fields.filter(({ kind }) => kind !== 'json')
  if (shown.length <= FEW) return { first: shown, more: [] }
  const isFirst = ({ key, required }: OptionField): boolean => required || FIRST_KEYS.has(key)
  const first = shown.filter(isFirst)
  return first.length === 0
    ? { first: shown.slice(0, FEW), more: shown.slice(FEW) }
    : { first, more: shown.filter((field) => !isFirst(field)) }
}
