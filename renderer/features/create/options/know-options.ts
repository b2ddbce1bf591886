/**
 * What the form knows of a model's options, from the best source there is: its listing, the table of well-known models,
 * what it accepted before, or what models of its media type usually take.
 */
import { propertiesOf } from '#contract/rules/option-schema.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Model, ModelKnowledge, OptionMemory } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { inputKeys, maskKey } from '#contract/rules/input-keys.ts'
import type { InputKnowledge } from '../inputs/plan-inputs.ts'
import { COUNT_KEYS, SHAPE_KEYS } from '../expected-results.ts'
import { isOfKind, type OptionField, recallValues } from '#contract/rules/option-types/option-types.ts'
import { readFields } from '#contract/rules/option-types/read-fields.ts'

export type OptionSource = 'listing' | 'table' | 'memory' | 'common'

export interface OptionKnowledge {
  readonly source: OptionSource
  readonly fields: readonly OptionField[]
  /** How it takes reference media. */
  readonly inputs: InputKnowledge
  /** Every key of the schema, those that take media included; null without a schema. */
  readonly schemaKeys: ReadonlySet<string> | null
  readonly memory: ReadonlyMap<string, OptionMemory>
}

export function knowOptions(
  mediaType: MediaType,
  model: Model | undefined,
  knowledge?: ModelKnowledge,
): OptionKnowledge {
  const memory = new Map(knowledge?.options.map((option) => [option.key, option]))
  const know = (
    source: OptionSource,
    fields: readonly OptionField[],
    schema?: JsonObject,
  ): OptionKnowledge => ({
    source,
    fields,
    inputs: { keys: inputKeys(schema, knowledge), mask: maskKey(schema, knowledge), forms: knowledge },
    schemaKeys: schema === undefined ? null : new Set(Object.keys(propertiesOf(schema))),
    memory,
  })
  const listed = model?.optionSchema
  if (listed !== undefined) return know('listing', recall(readFields(listed, mediaType), memory), listed)
  const table = knowledge?.tableSchema
  if (table !== undefined)
    return know('table', recall(readFields(table, mediaType, { isOpen: true }), memory), table)
  const accepted = [...memory.values()].filter(({ succeeded, values }) => succeeded > 0 && values.length > 0)
  const common = commonFields(mediaType)
  if (accepted.length === 0) return know('common', common)
  const others = accepted.filter(({ key }) => common.every((field) => field.key !== key))
  const fitted = common.map((field) => {
    const learned = accepted.find(({ key }) => key === field.key)
    return learned === undefined || learned.values.some((value) => isOfKind(field, value))
      ? field
      : fieldFromMemory(learned, mediaType)
  })
  return know('memory', [...recall(fitted, memory), ...others.map((one) => fieldFromMemory(one, mediaType))])
}

/** True for a key that occurred in refused and failed tasks only. */
export function isOnlyRefused(memory: OptionMemory | undefined): boolean {
  return memory !== undefined && memory.succeeded === 0 && memory.refused > 0
}

/** Values that succeeded become suggestions where a field is open. */
function recall(
  fields: readonly OptionField[],
  memory: ReadonlyMap<string, OptionMemory>,
): readonly OptionField[] {
  return fields.map((field) => recallValues(field, memory.get(field.key)?.values ?? []))
}

/** What succeeded, read as a schema that lists it. */
function fieldFromMemory({ key, values }: OptionMemory, mediaType: MediaType): OptionField {
  const kinds = new Set(values.map((value) => typeof value))
  const property: JsonObject = kinds.has('boolean') ? { type: 'boolean' } : { enum: values }
  const [field] = readFields({ properties: { [key]: property } }, mediaType, { isOpen: true })
  return kinds.size > 1 || kinds.has('object') || field === undefined
    ? { key, required: false, isSuggested: true, kind: 'json' }
    : field
}

/** Up to this many stand in the first row. */
const FEW = 8
const FIRST_KEYS: ReadonlySet<string> = new Set([
  ...COUNT_KEYS,
  ...SHAPE_KEYS,
  'quality',
  'duration',
  'seed',
  'style',
  'lyrics',
  'instrumental',
  'generate_audio',
])
const SELDOM = /format$|strength$|^negative_?prompt$|^fps$|^frames_per_second$/i

/** Each part in the schema's own order. Options that only the JSON editor can change are left out. */
export function arrangeFields(fields: readonly OptionField[]): {
  readonly first: readonly OptionField[]
  readonly more: readonly OptionField[]
} {
  const shown = fields.filter(({ kind }) => kind !== 'json')
  const isUsual = ({ key, required }: OptionField): boolean => required || !SELDOM.test(key)
  const usual = shown.filter(isUsual)
  const named = usual.filter(({ key, required }) => required || FIRST_KEYS.has(key))
  const first = usual.length <= FEW || named.length === 0 ? usual.slice(0, FEW) : named
  return { first, more: shown.filter((field) => !first.includes(field)) }
}

const COMMON: JsonObject = {
  aspect_ratio: { type: 'string' },
  resolution: { type: 'string' },
  duration: { type: 'number', minimum: 1 },
  seed: { type: 'integer', minimum: 0 },
  instrumental: { type: 'boolean' },
  lyrics: { type: 'string' },
}
const COMMON_KEYS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['aspect_ratio', 'resolution', 'seed'],
  video: ['aspect_ratio', 'resolution', 'duration', 'seed'],
  character: ['aspect_ratio', 'seed'],
  music: ['duration', 'seed', 'instrumental', 'lyrics'],
}

/** The fields offered for a model whose schema nobody knows. Only a ratio can be wrong. */
function commonFields(mediaType: MediaType): readonly OptionField[] {
  const properties = Object.fromEntries(COMMON_KEYS[mediaType].map((key) => [key, COMMON[key] ?? {}]))
  return readFields({ properties }, mediaType).map((field) =>
    field.kind === 'ratio' ? field : { ...field, isSuggested: true },
  )
}
