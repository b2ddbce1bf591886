/** A workflow as a model: its form, its media type, and how a request fills it. */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { seedFrom } from '../../diffusion.ts'
import type { Reserved, ReservedOptions, TaskToSend } from '../../service-api.ts'
import { type Binding, isFile, type NodeInput, PROMPT, SEED } from './bindings.ts'
import type { NodeClass, Widget } from './object-info.ts'
import { hasInput, parseWorkflow, titleOf, type Workflow, withInputs } from './workflow.ts'

const PROVIDER = 'comfyui'
/** Of the node that has most. Source: comfyanonymous/ComfyUI, nodes.py, `common_ksampler`. */
const MAX_SEED = 2 ** 64

export interface Runnable {
  readonly workflow: Workflow
  readonly bindings: readonly Binding[]
  /** What the choice of the model sets. */
  readonly fixed?: readonly NodeInput[]
}

export function modelOf(
  { id, label = id }: { readonly id: string; readonly label?: string },
  runnable: Runnable,
  classes: ReadonlyMap<string, NodeClass>,
): Model {
  const { workflow, bindings } = runnable
  const properties: Record<string, JsonObject> = {}
  const required: string[] = []
  const kinds = new Set<Widget['kind']>()
  const names = countNames(bindings)
  for (const binding of bindings) {
    const [place] = binding.places
    const node = place && workflow[place.node]
    if (!place || !node || binding.option === PROMPT) continue
    const nodeClass = classes.get(node.class_type)
    const widget = nodeClass?.widgets.get(place.input) ?? { kind: 'text' as const }
    const value = node.inputs[place.input] ?? null
    if (binding.kind === 'file') {
      kinds.add(widget.kind)
      if (!widget.choices?.includes(value)) required.push(binding.option)
    }
    const isShared = (names.get(place.input) ?? 0) > 1
    const title = isShared ? (titleOf(node) ?? nodeClass?.label ?? node.class_type) : null
    properties[binding.option] = { ...propertyOf(binding, widget, value), ...labelOf(binding, title) }
  }
  const mediaType = mediaTypeOf(workflow)
  return {
    id,
    provider: PROVIDER,
    label,
    mediaTypes: [mediaType],
    scenes: scenesOf(mediaType, kinds, required.length > 0),
    optionSchema: { type: 'object', properties, required },
    raw: { workflow, bindings } as unknown as Json,
  }
}

function countNames(bindings: readonly Binding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, places } of bindings) {
    const name = places[0]?.input
    if (kind === 'value' && name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function labelOf({ option, places }: Binding, nodeTitle: string | null): { readonly title: string } {
  const name = nodeTitle === null ? option : (places[0]?.input ?? option)
  const words = name.replaceAll('_', ' ').trim()
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  return { title: (nodeTitle === null ? title : `${title} · ${nodeTitle}`).slice(0, 120) }
}

function propertyOf({ kind }: Binding, widget: Widget, value: Json): JsonObject {
  const { choices, min, max, step, hint } = widget
  const about = hint === undefined ? {} : { description: hint }
  if (kind === 'seed') {
    const description = 'Without one, each request gets a seed of its own.'
    return {
      type: 'integer',
      minimum: Math.max(0, min ?? 0),
      maximum: Math.min(MAX_SEED, max ?? MAX_SEED),
      description,
    }
  }
  if (isFile(widget)) return { type: 'string', format: 'uri', ...about }
  const initial = { default: value, ...about }
  switch (widget.kind) {
    case 'choice':
      return choices && choices.length > 0
        ? { enum: choices.includes(value) ? choices : [...choices, value], ...initial }
        : { type: 'string', ...initial }
    case 'integer':
    case 'number': {
      const isStepped =
        widget.kind === 'integer' && step !== undefined && step > 1 && Number(value) % step === 0
      return {
        type: widget.kind,
        ...initial,
        ...(min === undefined ? {} : { minimum: min }),
        ...(max === undefined ? {} : { maximum: max }),
        ...(isStepped ? { multipleOf: step } : {}),
      }
    }
    case 'switch':
      return { type: 'boolean', ...initial }
    default:
      return { type: 'string', ...initial }
  }
}

/** By the classes that save: sources are nodes.py and comfy_extras/nodes_{video,audio,images}.py; VHS is the usual one for videos. */
function mediaTypeOf(workflow: Workflow): MediaType {
  const classes = Object.values(workflow).map(({ class_type }) => class_type)
  if (classes.some((name) => /^(?:Save|Preview)(?:Video|WEBM|Animated)|VideoCombine/i.test(name)))
    return 'video'
  return classes.some((name) => /^(?:Save|Preview)Audio/i.test(name)) ? 'music' : 'image'
}

function scenesOf(
  mediaType: MediaType,
  kinds: ReadonlySet<Widget['kind']>,
  needsFile: boolean,
): readonly Scene[] {
  const fromText: Scene =
    mediaType === 'video' ? 'text-to-video' : mediaType === 'music' ? 'text-to-music' : 'text-to-image'
  if (mediaType === 'music') return [fromText]
  const fromFiles: Scene[] = []
  if (kinds.has('image')) fromFiles.push(mediaType === 'video' ? 'image-to-video' : 'image-to-image')
  if (kinds.has('video') && mediaType === 'video') fromFiles.push('video-to-video')
  return needsFile && fromFiles.length > 0 ? fromFiles : [fromText, ...fromFiles]
}

const storedSchema = z.object({
  workflow: z.custom<Json>(),
  bindings: z
    .array(
      z.object({
        option: z.string(),
        kind: z.enum(['value', 'seed', 'file']),
        places: z.array(z.object({ node: z.string(), input: z.string() })),
      }),
    )
    .max(5_000),
})

/** From a model's stored entry. */
export function runnableOf({ raw }: Model): Result<Runnable> {
  const parsed = storedSchema.safeParse(raw)
  if (!parsed.success) return fail('invalid_input', 'service.comfyui.storedUnreadable')
  const workflow = parseWorkflow(parsed.data.workflow)
  return workflow.ok ? succeed({ workflow: workflow.data, bindings: parsed.data.bindings }) : workflow
}

/** An option `3.cfg` sets an input of a node that the form does not show. */
export function filled({ workflow, bindings }: Runnable, { body, ownId }: TaskToSend): Result<Workflow> {
  const values: Readonly<Record<string, Json>> = {
    ...body.options,
    ...(body.prompt === undefined ? {} : { [PROMPT]: body.prompt }),
  }
  const changes: { node: string; input: string; value: Json }[] = []
  // The same seed would give the same image once more, from ComfyUI's cache.
  const seed = bindings.find(({ kind }) => kind === 'seed')
  if (seed && (values[SEED] ?? null) === null) {
    changes.push(...seed.places.map((place) => ({ ...place, value: seedFrom(ownId) })))
  }
  for (const [option, value] of Object.entries(values)) {
    if (value === null) continue
    const [one = null] = Array.isArray(value) && value.length === 1 ? (value as readonly Json[]) : [value]
    if (Array.isArray(one)) {
      return refuse(option, message('service.comfyui.isList', { option: shortened(option) }))
    }
    const binding = bindings.find((known) => known.option === option)
    if (!binding) {
      const [node, input] = placeOf(option)
      if (hasInput(workflow, node, input)) changes.push({ node, input, value: one })
      else if (option !== PROMPT) return unknownOption(option, bindings)
      continue
    }
    if (binding.kind === 'file' && (typeof one !== 'string' || /^(?:https?|data):/i.test(one))) {
      return refuse(option, message('service.comfyui.isAddress', { option }))
    }
    changes.push(...binding.places.map((place) => ({ ...place, value: one })))
    if (binding.kind === 'file')
      changes.push(...binding.places.flatMap((place) => maskChannel(workflow, place)))
  }
  return succeed(withInputs(workflow, changes))
}

/** The node and its input that an option such as `3.cfg` names: the name of an input may hold a dot. */
function placeOf(option: string): readonly [node: string, input: string] {
  const dot = option.indexOf('.')
  return dot === -1 ? [option, ''] : [option.slice(0, dot), option.slice(dot + 1)]
}

/** The inputs of nodes that no option such as `3.cfg` may set: the form has a field for them, or the workflow joins them. */
export function reservedPlaces({ workflow, bindings, fixed = [] }: Runnable): ReservedOptions {
  const reserved: Record<string, Reserved> = {}
  for (const [node, { inputs }] of Object.entries(workflow)) {
    for (const [input, value] of Object.entries(inputs)) {
      if (Array.isArray(value)) reserved[`${node}.${input}`] = 'link'
    }
  }
  for (const { option, places } of bindings) {
    for (const { node, input } of places)
      reserved[`${node}.${input}`] = option === PROMPT ? 'prompt' : 'field'
  }
  for (const { node, input } of fixed) reserved[`${node}.${input}`] = 'model'
  return reserved
}

function unknownOption(option: string, bindings: readonly Binding[]): Result<never> {
  const names = bindings.map((one) => one.option).slice(0, 40)
  return refuse(option, message('service.comfyui.noInput', { option: shortened(option), names }))
}

function refuse(option: string, why: Message): Result<never> {
  return fail('invalid_input', why, { field: `options.${option}`, charged: 'no' })
}

function shortened(option: string): string {
  return option.slice(0, 100)
}

/** Our masks are white where the image may change; LoadImageMask takes that from a color, and from alpha the other way round. */
function maskChannel(workflow: Workflow, { node }: { readonly node: string }) {
  const isMask = workflow[node]?.class_type === 'LoadImageMask'
  return isMask ? [{ node, input: 'channel', value: 'red' }] : []
}
