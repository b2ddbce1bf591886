/** What the schema of a model's input says beside its options: their order, which takes the prompt, and for which scenes it is. */
import type { JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import type { Scene } from '#contract/rules/media.ts'
import { asList, asObject } from '../catalog/read-json.ts'

/** The prompt under the option that takes it: `prompt`, or `text` where the model's schema has only that. */
export function promptOption(prompt: string | undefined, model: Model | null): JsonObject {
  if (prompt === undefined || prompt === '') return {}
  const properties = asObject(model?.optionSchema?.['properties']) ?? {}
  return { [!('prompt' in properties) && 'text' in properties ? 'text' : 'prompt']: prompt }
}

/** In the order that the schema gives: Cog numbers its properties (`x-order`), fal lists them (`x-fal-order-properties`). */
export function inOwnOrder(schema: JsonObject): JsonObject {
  const listed = asList(schema['x-fal-order-properties'])
  const properties = Object.entries(asObject(schema['properties']) ?? {})
  const orderOf = ([key, property]: (typeof properties)[number]): number => {
    const order = listed?.includes(key) ? listed.indexOf(key) : asObject(property)?.['x-order']
    return typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER
  }
  return { ...schema, properties: Object.fromEntries(properties.toSorted((a, b) => orderOf(a) - orderOf(b))) }
}

/** Empty where the media type has no scenes. */
export function scenesOf(mediaType: string, schema: JsonObject): readonly Scene[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const media = Object.entries(asObject(schema['properties']) ?? {}).flatMap(([key, property]) => {
    const kind = mediaKindOf(key, asObject(property) ?? {})
    return kind === null ? [] : [{ kind, isRequired: required.has(key) }]
  })
  const takes = (kind: string): boolean => media.some((input) => input.kind === kind)
  const needsNothing = media.every(({ isRequired }) => !isRequired)
  switch (mediaType) {
    case 'image':
      return [...sceneIf(needsNothing, 'text-to-image'), ...sceneIf(takes('image'), 'image-to-image')]
    case 'video':
      return [
        ...sceneIf(needsNothing, 'text-to-video'),
        ...sceneIf(takes('image'), 'image-to-video'),
        ...sceneIf(takes('video'), 'video-to-video'),
      ]
    case 'music':
      return ['text-to-music']
    default:
      return []
  }
}

function sceneIf(is: boolean, scene: Scene): readonly Scene[] {
  return is ? [scene] : []
}

/** The kind of file that an option takes as an address; null for any other option. */
function mediaKindOf(key: string, property: JsonObject): 'image' | 'video' | 'audio' | null {
  const isFile = property['format'] === 'uri' || asObject(property['items'])?.['format'] === 'uri'
  if (!isFile) return null
  if (/video/iu.test(key)) return 'video'
  if (/audio|voice|song|music/iu.test(key)) return 'audio'
  return /lora|weight|model|zip|config/iu.test(key) ? null : 'image'
}
