/**
 * ComfyUI's graph, read from where it samples, back along its links: which text came in as what is wanted and as what is not.
 *
 * Node classes are known by what goes into them, for anybody may add classes.
 */
import type { Graph, GraphLink, GraphNode } from './comfyui-graph.ts'

const DEEPEST_TRACE = 200
const TEXT_INPUTS = [
  'text',
  'prompt',
  'text_g',
  't5xxl',
  'clip_l',
  'text_l',
  'positive_prompt',
  'string',
  'value',
  'wildcard_text',
]

/** The node that samples last: it takes what is wanted and what is not, or a guide, and no other such node takes its result. */
export function findSampler(graph: Graph): GraphNode | null {
  const samplers = [...graph.values()].filter(isSampler)
  const feeding = upstream(graph, samplers)
  return samplers.findLast((sampler) => !feeding.has(sampler)) ?? samplers.at(-1) ?? null
}

function isSampler({ type, links, values }: GraphNode): boolean {
  const isNamed = /sampler/i.test(type)
  return (
    ('positive' in links && ('seed' in values || 'noise_seed' in values || isNamed)) ||
    ('guider' in links && isNamed)
  )
}

/** Every node that has a part in what one of these takes, nearest first. */
export function upstream(graph: Graph, from: readonly GraphNode[]): Set<GraphNode> {
  const seen = new Set<GraphNode>()
  const look = ({ links }: GraphNode): void => {
    for (const { id } of Object.values(links)) {
      const next = graph.get(id)
      if (next) seen.add(next)
    }
  }
  for (const node of from) look(node)
  for (const node of seen) look(node)
  return seen
}

export interface TextInput {
  readonly nodeId: string
  readonly input: string
  readonly text: string
}

/** The texts that arrive at an input, through whatever stands in between, the nearest first. */
export function textInputs(
  graph: Graph,
  sampler: GraphNode,
  side: 'positive' | 'negative',
): readonly TextInput[] {
  const guider = sampler.links['guider'] ? graph.get(sampler.links['guider'].id) : undefined
  const from = guider ?? sampler
  const places: TextInput[] = []
  const seen = new Set<string>()
  const follow = (link: GraphLink | undefined, depth: number): void => {
    const node = link ? graph.get(link.id) : undefined
    if (!link || !node || depth > DEEPEST_TRACE || seen.has(`${link.id} ${link.output}`)) return
    seen.add(`${link.id} ${link.output}`)
    // A node with both sides hands the first out first.
    const passed = node.links[link.output === 1 ? 'negative' : 'positive']
    if (passed) return follow(passed, depth + 1)
    for (const name of TEXT_INPUTS) {
      const value = node.values[name]
      if (typeof value === 'string') places.push({ nodeId: link.id, input: name, text: value })
      else follow(node.links[name], depth + 1)
    }
    for (const [name, next] of Object.entries(node.links)) {
      if (/^(conditioning|string|text|input)/i.test(name)) follow(next, depth + 1)
    }
  }
  follow(from.links[side] ?? (side === 'positive' ? from.links['conditioning'] : undefined), 0)
  return places
}
