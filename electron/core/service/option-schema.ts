/** What the schema of a model's input says beside its options: their order, and for which scenes it can be used. */
import type { JsonObject } from '#contract/json.ts'
import type { Scene } from '#contract/rules/media.ts'
import { asObject } from '../catalog/read-json.ts'

/** By `x-order`, as Cog writes it, where there is one. */
export function inXOrder(schema: JsonObject): JsonObject {
  const properties = Object.entries(asObject(schema['properties']) ?? {})
  const orderOf = ([, property]: (typeof properties)[number]): number => {
    const order = asObject(property)?.['x-order']
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
