/** ComfyUI's models: a plain workflow over each installed checkpoint, and the workflows that were added. */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { png } from '#core/library/provenance/formats/png.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { ask, failureOf } from '../../adapter.ts'
import type { ApiAddress, ReadModels, ReadOutcome, Send, Workflow } from '../../service-api.ts'
import { findBindings } from './bindings.ts'
import { type NodeClass, readNodeClass } from './object-info.ts'
import { IMAGE_CLASSES, MASK_CLASSES, template, TEXT_CLASSES } from './templates.ts'
import { modelOf } from './workflow-model.ts'
import { classesOf, parseWorkflow } from './workflow.ts'

/** Their lists of files are long, and the template brings its own. */
const UPLOADS = { input: { required: { image: [[], { image_upload: true }] } } }
const MAX_NAMED = 20

const nodesSchema = z.record(z.string(), z.custom<Json>())

export async function fetchListing(get: Send, { baseUrl }: ApiAddress): Promise<ReadOutcome<Json>> {
  const names = [...TEXT_CLASSES, ...IMAGE_CLASSES, ...MASK_CLASSES]
  const infos = await fetchClasses(get, baseUrl, names)
  if (infos.kind !== 'ok') return infos
  const nodes: Record<string, Json> = { ...infos.value }
  for (const name of ['LoadImage', 'LoadImageMask']) if (nodes[name] !== undefined) nodes[name] = UPLOADS
  return { ...infos, value: { nodes } }
}

/** What `/object_info` says of each class, without those that ComfyUI does not have. */
async function fetchClasses(
  get: Send,
  baseUrl: string,
  names: readonly string[],
): Promise<ReadOutcome<Readonly<Record<string, Json>>>> {
  const nodes: Record<string, Json> = {}
  for (const name of names) {
    const url = `${baseUrl}/object_info/${encodeURIComponent(name)}`
    const outcome = await ask(get, url, nodesSchema, 'service.comfyui.noNode')
    if (outcome.kind !== 'ok') return outcome
    const own = outcome.value[name]
    if (own !== undefined) nodes[name] = own
  }
  return { kind: 'ok', value: nodes, raw: null, status: 200 }
}

const listingSchema = z.object({ nodes: nodesSchema })

export function readModels(listing: Json): ReadModels {
  const parsed = listingSchema.safeParse(listing)
  if (!parsed.success) return { models: [], problem: message('service.listingUnreadable') }
  const { nodes } = parsed.data
  const classes = readClasses(nodes)
  const missing = TEXT_CLASSES.filter((name) => !classes.has(name))
  if (missing.length > 0) {
    return { models: [], problem: message('service.comfyui.noNodes', { names: missing }) }
  }
  const checkpoints = classes.get('CheckpointLoaderSimple')?.widgets.get('ckpt_name')?.choices ?? []
  if (checkpoints.length === 0) {
    return { models: [], problem: message('service.comfyui.noCheckpoint') }
  }
  const image = IMAGE_CLASSES.every((name) => classes.has(name))
  const has = { image, mask: image && MASK_CLASSES.every((name) => classes.has(name)) }
  const names = checkpoints.filter((name) => typeof name === 'string')
  return { models: names.map((name) => plainModel(name, has, classes)) }
}

function readClasses(nodes: Readonly<Record<string, Json>>): ReadonlyMap<string, NodeClass> {
  const classes = new Map<string, NodeClass>()
  for (const name of Object.keys(nodes)) {
    const nodeClass = readNodeClass(nodes, name)
    if (nodeClass) classes.set(name, nodeClass)
  }
  return classes
}

/** Its images are offered, not needed. */
function plainModel(
  checkpoint: string,
  has: { readonly image: boolean; readonly mask: boolean },
  classes: ReadonlyMap<string, NodeClass>,
): Model {
  const label = checkpoint.replace(/\.(?:safetensors|ckpt|sft|gguf)$/i, '')
  const model = modelOf({ id: checkpoint, label }, template(checkpoint, has), classes)
  const { denoise, ...properties } = (model.optionSchema?.['properties'] ?? {}) as Readonly<
    Record<string, JsonObject>
  >
  const { default: _, ...strength } = denoise ?? {}
  return {
    ...model,
    scenes: has.image ? ['text-to-image', 'image-to-image'] : ['text-to-image'],
    optionSchema: {
      type: 'object',
      properties: has.image ? { ...properties, denoise: strength } : properties,
    },
    raw: { checkpoint },
  }
}

/** What is stored of a workflow: `readModel` makes the model of it. Fails where a node that it uses is missing. */
export async function addWorkflow(
  get: Send,
  { baseUrl }: ApiAddress,
  added: Workflow,
): Promise<Result<Json>> {
  const json = 'json' in added ? succeed(added.json) : await workflowInFile(added.file)
  const workflow = json.ok ? parseWorkflow(json.data) : json
  if (!workflow.ok) return workflow
  const names = classesOf(workflow.data)
  const infos = await fetchClasses(get, baseUrl, names)
  if (infos.kind !== 'ok') return { ok: false, error: failureOf(infos) }
  const missing = names.filter((name) => infos.value[name] === undefined)
  if (missing.length > 0) return missingNodes(missing)
  const classes = readClasses(infos.value)
  if (!names.some((name) => classes.get(name)?.isOutput)) {
    return fail('invalid_input', 'service.comfyui.savesNothing', { field: 'workflow' })
  }
  const bindings = findBindings(workflow.data, classes)
  const model = modelOf({ id: added.name }, { workflow: workflow.data, bindings }, classes)
  // In the API format the nodes of sub-graphs stand among the others.
  const usesPaidNodes = names.some((name) => classes.get(name)?.isPaid !== false)
  return succeed({ ...model, usesPaidNodes } as unknown as Json)
}

function missingNodes(names: readonly string[]): Result<never> {
  const count = names.length
  const missing =
    count > MAX_NAMED
      ? message('service.comfyui.missingManyNodes', { count, names: names.slice(0, MAX_NAMED) })
      : message('service.comfyui.missingNodes', { names })
  return fail('invalid_input', missing, { field: 'workflow' })
}

/** Of an image that ComfyUI made: the graph that was run, in the text "prompt" (nodes.py, `SaveImage`). */
async function workflowInFile(bytes: Uint8Array): Promise<Result<Json>> {
  const texts = await png.readTexts(sourceOfBytes(bytes))
  const json = texts.prompt === undefined ? undefined : parseBoundedJson(texts.prompt)
  if (json !== undefined) return succeed(json)
  return fail('invalid_input', 'service.comfyui.noWorkflowInFile', { field: 'workflow' })
}

const storedSchema = z.object({
  label: z.string(),
  mediaTypes: z.array(z.string()),
  scenes: z.array(z.string()),
  optionSchema: z.custom<JsonObject>(),
  raw: z.custom<Json>(),
  /** Not known of a workflow that was added before this was asked. */
  usesPaidNodes: z.boolean().optional().catch(undefined),
})

/** Of what `addWorkflow` gave to store. */
export function readModel(stored: Json, id: string): Model | null {
  const parsed = storedSchema.safeParse(stored)
  if (!parsed.success) return null
  const { usesPaidNodes, ...model } = parsed.data
  const price = usesPaidNodes ? 'uses paid nodes' : 'may use paid nodes: add it again'
  return {
    id,
    provider: 'comfyui',
    ...model,
    ...(usesPaidNodes === false ? {} : { price, isCharged: true }),
  }
}
