/**
 * Under which keys of `options` a model takes reference media.
 *
 * The schema of the listing comes first, then the table of well-known models, then the key that worked last. Each kind of
 * media is looked for by itself: a schema that names a key for images says nothing of audio files.
 */
import type { InputMedia } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import { mediaKeys, type MediaKey } from '../options/media-keys.ts'
import { propertiesOf } from '../options/option-fields.ts'

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
    keys.push(...source.filter(({ key, kind }) => !kinds.has(kind) && !/mask/i.test(key)))
  }
  return keys
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
