/** ComfyUI's graph as it was run: `{"3": {"class_type": "KSampler", "inputs": {"seed": 1, "positive": ["6", 0]}}}`. */
import type { Json, JsonObject } from '#contract/json.ts'
import { isObject } from './clean-json.ts'

const MAX_NODES = 1_000
const MAX_INPUTS = 50

export interface GraphLink {
  readonly id: string
  /** Which of the node's results. */
  readonly output: number
}

export interface GraphNode {
  readonly type: string
  readonly values: Readonly<Record<string, Json>>
  readonly links: Readonly<Record<string, GraphLink>>
}

export type Graph = ReadonlyMap<string, GraphNode>

/** Null where it is no such graph. */
export function readGraph(value: JsonObject | null): Graph | null {
  const graph = new Map<string, GraphNode>()
  for (const [id, node] of Object.entries(value ?? {}).slice(0, MAX_NODES)) {
    if (!isObject(node) || typeof node['class_type'] !== 'string' || !isObject(node['inputs'])) continue
    graph.set(id, readNode(node['class_type'], node['inputs']))
  }
  return graph.size > 0 ? graph : null
}

function readNode(type: string, inputs: JsonObject): GraphNode {
  const values = new Map<string, Json>()
  const links = new Map<string, GraphLink>()
  for (const [name, input] of Object.entries(inputs).slice(0, MAX_INPUTS)) {
    const link = readLink(input)
    if (link) links.set(name, link)
    else values.set(name, input)
  }
  return { type, values: Object.fromEntries(values), links: Object.fromEntries(links) }
}

function readLink(input: Json): GraphLink | null {
  if (!Array.isArray(input) || input.length !== 2) return null
  const [id, output] = input as readonly Json[]
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof output !== 'number') return null
  return { id: String(id), output }
}

const MAX_LINKS = 10_000

/** The settings in their order; `null` for one that is no input. Source: comfyanonymous/ComfyUI, nodes.py. */
const SETTINGS: Readonly<Record<string, readonly (string | null)[]>> = {
  KSampler: ['seed', null, 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'],
  KSamplerAdvanced: [null, 'noise_seed', null, 'steps', 'cfg', 'sampler_name', 'scheduler'],
  SamplerCustom: [null, 'noise_seed', null, 'cfg'],
  RandomNoise: ['noise_seed'],
  KSamplerSelect: ['sampler_name'],
  BasicScheduler: ['scheduler', 'steps', 'denoise'],
  CFGGuider: ['cfg'],
  CLIPTextEncode: ['text'],
  CheckpointLoaderSimple: ['ckpt_name'],
  UNETLoader: ['unet_name'],
  EmptyLatentImage: ['width', 'height'],
  EmptySD3LatentImage: ['width', 'height'],
}

/**
 * The same as it was drawn: nodes with their settings in the order in which they are shown, and links by number. Only classes of
 * the program itself are read, for the order of settings is known of them alone. Null where it is no such graph.
 */
export function drawnGraph(value: JsonObject | null): Graph | null {
  if (!Array.isArray(value?.['nodes'])) return null
  const links = readLinks(value['links'])
  const graph = new Map<string, GraphNode>()
  for (const node of (value['nodes'] as readonly Json[]).slice(0, MAX_NODES)) {
    if (!isObject(node) || typeof node['type'] !== 'string') continue
    graph.set(nodeId(node['id']), {
      type: node['type'],
      values: readSettings(node['type'], node['widgets_values']),
      links: readInputs(node['inputs'], links),
    })
  }
  return graph.size > 0 ? graph : null
}

/** By number: `[number, from node, from output, to node, to input, type]`. */
function readLinks(value: Json | undefined): ReadonlyMap<number, GraphLink> {
  const links = new Map<number, GraphLink>()
  for (const link of Array.isArray(value) ? (value as readonly Json[]).slice(0, MAX_LINKS) : []) {
    if (!Array.isArray(link)) continue
    const [number, from, output] = link as readonly Json[]
    if (typeof number === 'number' && typeof output === 'number')
      links.set(number, { id: nodeId(from), output })
  }
  return links
}

function readInputs(
  value: Json | undefined,
  links: ReadonlyMap<number, GraphLink>,
): Record<string, GraphLink> {
  const inputs = new Map<string, GraphLink>()
  for (const input of Array.isArray(value) ? (value as readonly Json[]) : []) {
    if (!isObject(input) || typeof input['name'] !== 'string' || typeof input['link'] !== 'number') continue
    const link = links.get(input['link'])
    if (link) inputs.set(input['name'], link)
  }
  return Object.fromEntries(inputs)
}

function readSettings(type: string, value: Json | undefined): Record<string, Json> {
  const names = Object.hasOwn(SETTINGS, type) ? (SETTINGS[type] ?? []) : []
  const settings = new Map<string, Json>()
  if (!Array.isArray(value)) return {}
  for (const [index, name] of names.entries()) {
    const setting = (value as readonly Json[])[index]
    if (name !== null && setting !== undefined) settings.set(name, setting)
  }
  return Object.fromEntries(settings)
}

function nodeId(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
