/**
 * The text that arrives at an input of a graph, through nodes that join, choose, replace or fill in.
 *
 * What a node made while it ran is believed where it kept it: texts with their wildcards filled in, and texts that were shown. What a
 * language model said is not kept; then it is what the model was asked.
 */
import type { Json } from '#contract/json.ts'
import type { Graph, GraphLink, GraphNode } from '../../comfyui-graph.ts'

const DEEPEST = 100
/** Each text of each node at most so often: joins of joins would take forever. */
const MAX_STEPS = 5_000
const LONGEST = 200_000

/** Under which a node keeps what it made. Sources: ImpactWildcardProcessor, StringFunction|pysssh, ShowText|pysssh. */
const MADE = ['populated_text', 'result', 'text_0', 'processed_text', 'output_text']
const SINGLE = [
  'text',
  'prompt',
  't5xxl',
  'text_g',
  'positive_prompt',
  'text_positive',
  'positive',
  'string',
  'value',
  'wildcard_text',
  'clip_l',
  'text_l',
  'input',
  'source',
  'anything',
  'any',
  '',
]
const NEGATIVE_SINGLE = ['text_negative', 'negative_prompt', 'negative']
const PART = /^(?:string|text|prompt|str|input|any|value|part)s?[_ ]?(?:[a-h]|\d{1,3})$/i

export type Side = 'positive' | 'negative'

/** Null where no text arrives. */
export function textAt(graph: Graph, link: GraphLink | undefined, side: Side): string | null {
  return reader(graph, side)(link, 0)
}

function reader(graph: Graph, side: Side) {
  let steps = 0
  const atLink = (link: GraphLink | undefined, depth: number): string | null => {
    const node = link && graph.get(link.id)
    if (!link || !node || depth > DEEPEST || ++steps > MAX_STEPS) return null
    // A node with both sides hands out the first first.
    const wanted =
      link.output === 1 && 'negative' in node.links ? 'negative' : link.output === 1 ? side : 'positive'
    const both = node.links[wanted] ?? (side === 'positive' ? undefined : node.links['negative'])
    if (both && both.id !== link.id) {
      const passed = atLink(both, depth + 1)
      if (passed !== null) return passed
    }
    return ownText(node, depth)
  }
  const atInput = (node: GraphNode, name: string, depth: number): string | null => {
    const value = node.values[name]
    if (typeof value === 'string') return value.trim() === '' ? null : value
    return atLink(node.links[name], depth + 1)
  }
  const first = (node: GraphNode, names: readonly string[], depth: number): string | null => {
    for (const name of names) {
      const text = atInput(node, nameIn(node, name), depth)
      if (text !== null) return text
    }
    return null
  }
  const ownText = (node: GraphNode, depth: number): string | null => {
    const made = MADE.map((name) => node.values[name]).find((text) => isText(text))
    if (isText(made)) return made
    if (joins(node.type)) {
      const joined = joinedText(node, depth)
      if (joined !== null) return joined
    }
    const text =
      chosenText(node, depth) ??
      first(node, side === 'negative' ? [...NEGATIVE_SINGLE, ...SINGLE] : SINGLE, depth)
    if (text !== null) return /replace/i.test(node.type) ? replaced(node, text, depth) : text
    const parts = partNames(node)
    return first(node, parts, depth) ?? first(node, passing(node), depth)
  }
  const joinedText = (node: GraphNode, depth: number): string | null => {
    const parts = partNames(node).flatMap((name) => atInput(node, name, depth) ?? [])
    const delimiter =
      [node.values['delimiter'], node.values['separator']].find((one) => typeof one === 'string') ?? ''
    return parts.length === 0 ? null : parts.join(delimiter.replaceAll('\\n', '\n')).slice(0, LONGEST)
  }
  /** A switch says itself which of its sides it hands on. */
  const chosenText = (node: GraphNode, depth: number): string | null => {
    const { values } = node
    const isOn = [values['switch'], values['boolean'], values['condition']].find(
      (one) => typeof one === 'boolean',
    )
    if (isOn === undefined) return null
    return first(
      node,
      isOn ? ['on_true', 'true_value', 'if_true'] : ['on_false', 'false_value', 'if_false'],
      depth,
    )
  }
  const replaced = (node: GraphNode, text: string, depth: number): string => {
    const find = first(node, ['find', 'old', 'search'], depth)
    const by = first(node, ['replace', 'new', 'replacement'], depth) ?? ''
    return find === null ? text : text.replaceAll(find, () => by).slice(0, LONGEST)
  }
  return atLink
}

/** Some write their names with a capital. */
function nameIn({ values, links }: GraphNode, name: string): string {
  if (name in values || name in links) return name
  const capital = name.charAt(0).toUpperCase() + name.slice(1)
  return capital in values || capital in links ? capital : name
}

function partNames({ values, links }: GraphNode): readonly string[] {
  const names = [...Object.keys(values), ...Object.keys(links)].filter((name) => PART.test(name))
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
}

/** Inputs through which a condition is only passed on. */
function passing({ links }: GraphNode): readonly string[] {
  const names = Object.keys(links)
  const isFirst = (name: string) =>
    /^(?:conditioning_to|conditioning_1|text_embeds|conditioning)$/i.test(name)
  return [
    ...names.filter(isFirst),
    ...names.filter(
      (name) => !isFirst(name) && /cond|text|string|prompt|any|input|on_|pipe|embeds/i.test(name),
    ),
  ]
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function joins(type: string): boolean {
  return /concat|join|append/i.test(type) || (/combine/i.test(type) && /text|string|prompt/i.test(type))
}
