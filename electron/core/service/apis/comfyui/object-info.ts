/**
 * What `/object_info` says of a node class: the inputs that a person sets.
 *
 * Sources: Comfy-Org/ComfyUI, server.py (`node_info`), comfy/comfy_types/node_typing.py (`InputTypeOptions`) and
 * comfy_api/latest/_io.py (`Combo`, `UploadType`).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'

const MAX_CHOICES = 5_000
const MAX_CHARACTERS = 1_000

/** An input that a person sets; all others are links. */
export interface Widget {
  readonly kind: 'choice' | 'integer' | 'number' | 'text' | 'switch' | 'image' | 'video' | 'audio'
  /** Of a choice, and the files that are there of an upload. */
  readonly choices?: readonly Json[]
  readonly initial?: Json
  readonly min?: number
  readonly max?: number
  readonly step?: number
  readonly hint?: string
  /** ComfyUI's own page takes another value for each run: a seed. */
  readonly isSeed?: boolean
}

export interface NodeClass {
  readonly label: string
  readonly isOutput: boolean
  /** It asks a service that charges for it, with a key of ComfyUI's own (`api_node`, server.py, `node_info`). */
  readonly isPaid: boolean
  readonly widgets: ReadonlyMap<string, Widget>
}

const definition = z.tuple([z.custom<Json>()], z.custom<Json>())
const inputs = z.record(z.string(), definition.catch([null]))
const classSchema = z.object({
  input: z.object({
    required: inputs.optional().catch(undefined),
    optional: inputs.optional().catch(undefined),
  }),
  display_name: z.string().optional().catch(undefined),
  output_node: z.boolean().optional().catch(undefined),
  api_node: z.unknown().optional(),
})
const extrasSchema = z.object({
  options: z.array(z.custom<Json>()).optional().catch(undefined),
  default: z.custom<Json>().optional(),
  min: z.number().optional().catch(undefined),
  max: z.number().optional().catch(undefined),
  step: z.number().optional().catch(undefined),
  tooltip: z.string().optional().catch(undefined),
  control_after_generate: z.unknown().optional(),
  image_upload: z.unknown().optional(),
  video_upload: z.unknown().optional(),
  audio_upload: z.unknown().optional(),
})

/** Null where ComfyUI has no such class, or tells of it in a way that is not known. */
export function readNodeClass(objectInfo: Json, name: string): NodeClass | null {
  if (typeof objectInfo !== 'object' || objectInfo === null || Array.isArray(objectInfo)) return null
  const parsed = classSchema.safeParse(
    Object.hasOwn(objectInfo, name) ? (objectInfo as Readonly<Record<string, Json>>)[name] : null,
  )
  if (!parsed.success) return null
  const { input, display_name: label, output_node: isOutput, api_node: isPaid } = parsed.data
  const all = { ...input.required, ...input.optional }
  const widgets = new Map<string, Widget>()
  for (const [key, [type, extras]] of Object.entries(all)) {
    const widget = readWidget(type, extrasSchema.safeParse(extras ?? {}).data ?? {})
    if (widget) widgets.set(key, widget)
  }
  return {
    label: (label ?? name).slice(0, 200),
    isOutput: isOutput === true,
    isPaid: Boolean(isPaid),
    widgets,
  }
}

function readWidget(type: Json, extras: z.infer<typeof extrasSchema>): Widget | null {
  const { default: initial, min, max, step, tooltip } = extras
  const facts = {
    ...(initial === undefined ? {} : { initial }),
    ...(tooltip === undefined ? {} : { hint: tooltip.slice(0, MAX_CHARACTERS) }),
  }
  const bounds = {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
  }
  if (Array.isArray(type) || type === 'COMBO') {
    const listed = Array.isArray(type) ? (type as readonly Json[]) : extras.options
    const choices = listed?.slice(0, MAX_CHOICES).filter(isPlain)
    const kind = uploadKind(extras) ?? (choices ? 'choice' : 'text')
    return { kind, ...facts, ...(choices ? { choices } : {}) }
  }
  switch (type) {
    case 'INT':
      return { kind: 'integer', ...facts, ...bounds, isSeed: Boolean(extras.control_after_generate) }
    case 'FLOAT':
      return { kind: 'number', ...facts, ...bounds }
    case 'STRING':
      return { kind: 'text', ...facts }
    case 'BOOLEAN':
      return { kind: 'switch', ...facts }
    default:
      return null
  }
}

function uploadKind(extras: z.infer<typeof extrasSchema>): 'image' | 'video' | 'audio' | null {
  if (extras.image_upload) return 'image'
  if (extras.video_upload) return 'video'
  return extras.audio_upload ? 'audio' : null
}

function isPlain(value: Json): boolean {
  return value !== null && typeof value !== 'object'
}
