/** What a model of Replicate makes: nothing says it outright, so its schema, its example and its collection are asked. */
import type { Json, JsonObject } from '#contract/json.ts'
import { asList, asObject } from '#core/catalog/read-json.ts'
import { mediaTypeInId } from '#core/catalog/read-words.ts'
import { kindOfExtension } from '#core/results/find/kinds.ts'

const MUSIC = /music|song|melod|beat|\bsound/iu
const DEEPEST = 6

interface Described {
  readonly owner: string
  readonly name: string
  readonly description?: string | null | undefined
  readonly default_example?: Json | undefined
}

/** Whether the result names files: `format: uri` in the schema of the output. Text alone has none. */
export function makesFiles(openapi: JsonObject): boolean {
  const schemas = asObject(asObject(openapi['components'])?.['schemas']) ?? {}
  const outputs = Object.keys(schemas).filter((name) => /output/iu.test(name))
  return outputs.length === 0 || outputs.some((name) => hasFile(schemas[name], 0))
}

function hasFile(value: Json | undefined, depth: number): boolean {
  const object = asObject(value)
  if (!object || depth > DEEPEST) return false
  if (object['format'] === 'uri' || Object.keys(object).length === 0) return true
  const below = [object['items'], ...Object.values(asObject(object['properties']) ?? {})]
  const either = ['anyOf', 'allOf', 'oneOf'].flatMap((key) => asList(object[key]) ?? [])
  return [...below, ...either].some((inner) => hasFile(inner, depth + 1))
}

/** Empty where nothing tells. `audio` is no media type of ours: such a model is offered for none. */
export function mediaTypeOf(model: Described, collection: string): string {
  const words = `${collection} ${model.owner}/${model.name} ${model.description ?? ''}`
  const kind = kindOfExample(asObject(model.default_example)?.['output'])
  if (kind === 'image' || kind === 'video') return kind
  if (kind === 'audio') return MUSIC.test(words) ? 'music' : 'audio'
  if (kind !== null) return kind
  return mediaTypeInId(collection) ?? mediaTypeInId(model.name) ?? ''
}

function kindOfExample(output: Json | undefined): string | null {
  const first = asList(output)?.[0] ?? output
  const inObject = Object.values(asObject(first) ?? {}).find((value) => typeof value === 'string')
  const address = typeof first === 'string' ? first : inObject
  const extension = /^https:[^?#]*\.(\w{2,5})$/u.exec(typeof address === 'string' ? address : '')?.[1]
  return extension === undefined ? null : kindOfExtension(extension)
}
