/**
 * Under which keys of `options` a model takes reference media, and which input goes under which of them.
 *
 * The schema of the listing comes first, then the table of well-known models, then the key that worked last. Each kind of
 * media is looked for by itself: a schema that names a key for images says nothing of audio files.
 */
import type { InputMedia, InputShape } from '../inputs.ts'
import type { Json, JsonObject } from '../json.ts'
import type { ModelKnowledge } from '../models.ts'
import { MASK_PAINTS, type MaskPaint } from './media.ts'
import { propertiesOf } from './option-schema.ts'

export const INPUT_ROLES = ['reference', 'firstFrame', 'lastFrame', 'mask'] as const

export type InputRole = (typeof INPUT_ROLES)[number]

export interface MediaKey {
  readonly key: string
  readonly isArray: boolean
  readonly kind: InputMedia['kind']
}

const MEDIA_WORDS = /(^|_)(image|images|img|video|videos|audio|mask|frame|reference|references|media)(_|$)/
const TAILS =
  /(^|_)(image|images|img|video|videos|audio|mask|reference|references|media|input|inputs|url|urls|uri|uris|base64|frame|file|files)$/
const AMOUNTS = /^(num|number|max|min|count)_/

/** True for a property that takes images, videos or audio: by its name, and by a type that can hold an address. */
export function isMediaProperty(key: string, property: JsonObject): boolean {
  if (property['enum'] !== undefined) return false
  const types = [property['type']].flat()
  if (!types.some((type) => type === 'string' || type === 'array')) return false
  const name = snakeCase(key)
  return MEDIA_WORDS.test(name) && TAILS.test(name) && !AMOUNTS.test(name)
}

/** The media keys of a schema in its own order. */
export function mediaKeys(properties: Readonly<Record<string, JsonObject>>): readonly MediaKey[] {
  return Object.entries(properties)
    .filter(([key, property]) => isMediaProperty(key, property))
    .map(([key, property]) => ({
      key,
      isArray: [property['type']].flat().includes('array' satisfies Json),
      kind: kindOf(snakeCase(key)),
    }))
}

/**
 * The option key for each input, in order. A key chosen by hand stays; the others fill the schema's keys for their kind:
 * an array takes all that is left, a single key takes one. `[]` at the end of a key collects several.
 */
export function assignKeys(
  inputs: readonly { readonly kind: InputMedia['kind']; readonly option: string | null }[],
  keys: readonly MediaKey[],
): readonly string[] {
  const taken = new Set(inputs.map((input) => input.option))
  return inputs.map(({ kind, option }) => {
    if (option !== null) return option
    const fitting = keys.filter((key) => key.kind === kind)
    const free = fitting.find((key) => key.isArray || !taken.has(key.key)) ?? fitting.at(-1)
    if (free === undefined) return `${kind}_input[]`
    if (!free.isArray) taken.add(free.key)
    return free.isArray ? `${free.key}[]` : free.key
  })
}

/** The first key that several inputs would share although it takes only one. */
export function sharedKey(assigned: readonly string[]): string | undefined {
  return assigned.find((key, index) => !key.endsWith('[]') && assigned.indexOf(key) !== index)
}

function kindOf(name: string): InputMedia['kind'] {
  if (/video/.test(name)) return 'video'
  return /audio/.test(name) ? 'audio' : 'image'
}

function snakeCase(key: string): string {
  return key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
}

export interface InputKey extends MediaKey {
  /** Most media it takes, where that is known. */
  readonly most?: number
  readonly isRequired: boolean
  readonly source: 'schema' | 'table' | 'memory'
}

/** In the order in which they are filled. Masks are left out: only the user knows which image is one. */
export function inputKeys(
  schema: JsonObject | undefined,
  known: ModelKnowledge | undefined,
): readonly InputKey[] {
  const keys: InputKey[] = []
  for (const source of [schemaKeys(schema), tableKeys(known), memoryKeys(known)]) {
    const kinds = new Set(keys.map(({ kind }) => kind))
    keys.push(...source.filter(({ key, kind }) => !kinds.has(kind) && !MASK.test(key)))
  }
  return keys
}

const MASK = /mask/i

export interface MaskKey {
  readonly option: string
  readonly paint: MaskPaint
}

/**
 * Undefined where no mask is known of: then it paints everything again. What it paints says the table, or the schema of the option
 * (`x-paints`).
 */
export function maskKey(
  schema: JsonObject | undefined,
  known: ModelKnowledge | undefined,
): MaskKey | undefined {
  const tabled = known?.tableInputs?.find(({ option }) => MASK.test(option))
  const properties = propertiesOf(schema)
  const listed = mediaKeys(properties).find(({ key }) => MASK.test(key))
  const said = MASK_PAINTS.find((paint) => paint === properties[listed?.key ?? '']?.['x-paints'])
  const option = listed === undefined ? tabled?.option : `${listed.key}${listed.isArray ? '[]' : ''}`
  return option === undefined ? undefined : { option, paint: said ?? tabled?.paints ?? 'white' }
}

/** What an input is for, by the key under which it is sent. */
export function roleOf(option: string): InputRole {
  if (/mask/i.test(option)) return 'mask'
  if (/(last|end|tail)_?(frame|image|img)/i.test(option) || /tail_image/i.test(option)) return 'lastFrame'
  return /(first|start)_?(frame|image|img)/i.test(option) ? 'firstFrame' : 'reference'
}

function schemaKeys(schema: JsonObject | undefined): readonly InputKey[] {
  const properties = propertiesOf(schema)
  const required = Array.isArray(schema?.['required']) ? schema['required'] : []
  return mediaKeys(properties).map((key) => {
    const most = key.isArray ? properties[key.key]?.['maxItems'] : 1
    return {
      ...key,
      isRequired: required.includes(key.key),
      source: 'schema',
      ...(typeof most === 'number' ? { most } : {}),
    }
  })
}

function tableKeys(known: ModelKnowledge | undefined): readonly InputKey[] {
  return (known?.tableInputs ?? []).map(({ option, kind, most }) => ({
    ...readOption(option),
    kind,
    isRequired: false,
    source: 'table',
    ...(most === undefined ? {} : { most }),
  }))
}

function memoryKeys(known: ModelKnowledge | undefined): readonly InputKey[] {
  const option = known?.inputOption
  if (option === undefined) return []
  return [{ ...readOption(option), kind: kindIn(option), isRequired: false, source: 'memory' }]
}

function readOption(option: string): { readonly key: string; readonly isArray: boolean } {
  const isArray = option.endsWith('[]')
  return { key: isArray ? option.slice(0, -2) : option, isArray }
}

function kindIn(option: string): InputMedia['kind'] {
  if (/video|clip/i.test(option)) return 'video'
  return /audio|sound|voice/i.test(option) ? 'audio' : 'image'
}

/**
 * Limits of an image inside of a request. Gateways bound a request's body and models shrink larger images themselves:
 * Kie.ai's pages allow 10 to 30 MB a file.
 */
const LONG_SIDE = 4096
const MAX_BYTES = 10_000_000

export type FormKnowledge = Pick<ModelKnowledge, 'refusesDataUris' | 'inputForm'>

/**
 * The form that worked last; an address for a model that takes nothing else, so that a refusal is never paid for. Without one,
 * where the input came from decides. The limits are for images alone: masks, videos and audio files are sent as they are.
 */
export function usualShape(
  { url, kind }: Pick<InputMedia, 'url' | 'kind'>,
  isMask: boolean,
  known: FormKnowledge | undefined,
): InputShape {
  const form = known?.refusesDataUris === true ? 'url' : known?.inputForm
  return {
    // A data URI is what is sent without a word: said all the same, it would make another request of what was sent before.
    ...(form === undefined || form === 'dataUri' || (url !== undefined && !isMask) ? {} : { form }),
    ...(kind === 'image' && !isMask ? { longSide: LONG_SIDE, maxBytes: MAX_BYTES } : {}),
  }
}
