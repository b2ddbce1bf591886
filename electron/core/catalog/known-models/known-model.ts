/**
 * What a row of the table of well-known models says, and the small words it is written in.
 *
 * The values are suggestions, never limits: vendors change them often. Their types are exact: models that take `"5"` refuse
 * `5`, and the other way round.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'

/** Where the facts were read; the letters are those of the survey they come from. */
export const SOURCES = {
  K: 'Kie.ai OpenAPI pages, as kept in github.com/henjicc/Henji-AI (docs/api/KIE)',
  F: 'fal model pages, as kept in github.com/henjicc/Henji-AI (docs/api/fal)',
  S: 'ShipAny provider sources in github.com/zyrliuwei-sys/wan-ai-video (src/extensions/ai)',
  V: 'Vercel AI SDK provider packages (github.com/vercel/ai, packages)',
  C: 'ComfyUI API nodes (github.com/comfyanonymous/ComfyUI, comfy_api_nodes/apis)',
  P: 'PPIO pages, as kept in github.com/henjicc/Henji-AI',
} as const
export type Source = keyof typeof SOURCES

export interface KnownInput {
  /** The key of `options`; ends in `[]` where it takes several. */
  readonly option: string
  readonly kind: 'image' | 'video' | 'audio'
  readonly most?: number
  readonly required?: true
}

export interface KnownModel {
  /** Ids of the model and its siblings; `*` stands for any characters. */
  readonly ids: readonly string[]
  /** As `providerName` writes it. */
  readonly provider: string
  readonly mediaType: MediaType
  /** In the order to try them. */
  readonly inputs?: readonly KnownInput[]
  readonly options: Readonly<Record<string, JsonObject>>
  readonly required?: readonly string[]
  readonly sources: readonly Source[]
}

/** One of these strings, given with spaces between them. */
export function words(list: string, more: JsonObject = {}): JsonObject {
  return { type: 'string', enum: list.split(' '), ...more }
}

/** One of these whole numbers. */
export function numbers(...values: readonly number[]): JsonObject {
  return { type: 'integer', enum: values }
}

/** A whole number from `minimum` to `maximum`. */
export function whole(minimum?: number, maximum?: number): JsonObject {
  return { type: 'integer', ...bounds(minimum, maximum) }
}

/** A number from `minimum` to `maximum`. */
export function share(minimum: number, maximum: number, multipleOf?: number): JsonObject {
  return { type: 'number', ...bounds(minimum, maximum), ...(multipleOf === undefined ? {} : { multipleOf }) }
}

export const flag: JsonObject = { type: 'boolean' }
export const text: JsonObject = { type: 'string' }

/** One of several shapes. */
export function either(...shapes: readonly JsonObject[]): JsonObject {
  return { anyOf: shapes }
}

/** The same, with a remark on when it holds. */
export function noted(schema: JsonObject, description: string): JsonObject {
  return { ...schema, description }
}

export function image(option: string, most?: number, required?: 'required'): KnownInput {
  return medium('image', option, most, required)
}

export function video(option: string, most?: number, required?: 'required'): KnownInput {
  return medium('video', option, most, required)
}

export function audio(option: string, most?: number, required?: 'required'): KnownInput {
  return medium('audio', option, most, required)
}

function medium(
  kind: KnownInput['kind'],
  option: string,
  most: number | undefined,
  required: 'required' | undefined,
): KnownInput {
  return { option, kind, ...(most === undefined ? {} : { most }), ...(required ? { required: true } : {}) }
}

function bounds(minimum?: number, maximum?: number): Record<string, Json> {
  return { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) }
}
