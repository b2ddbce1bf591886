/** ComfyUI's graph as it was run: `{"3": {"class_type": "KSampler", "inputs": {"seed": 1, "positive": ["6", 0]}}}`. */
import type { Json, JsonObject } from '#contract/json.ts'
import { isObject } from './clean-json.ts'

const MOST_NODES = 1_000
const MOST_INPUTS = 50

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
  for (const [id, node] of Object.entries(value ?? {}).slice(0, MOST_NODES)) {
    if (!isObject(node) || typeof node['class_type'] !== 'string' || !isObject(node['inputs'])) continue
    graph.set(id, readNode(node['class_type'], node['inputs']))
  }
  return graph.size > 0 ? graph : null
}

function readNode(type: string, inputs: JsonObject): GraphNode {
  const values = new Map<string, Json>()
  const links = new Map<string, GraphLink>()
  for (const [name, input] of Object.entries(inputs).slice(0, MOST_INPUTS)) {
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
