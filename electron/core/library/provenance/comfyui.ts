/**
 * What ComfyUI puts into its files: the graph that was run (`prompt`) and the same as it was drawn (`workflow`).
 */
import type { Recipe } from '#contract/exchange.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { cleanObject, cleanText, isObject, parseJson } from './clean-json.ts'
import { LONGEST_PROMPT } from './embedded-recipe.ts'
import { readGraph, type Graph, type GraphNode, drawnGraph } from './comfyui-graph.ts'
import { findSampler, textPlaces, upstream } from './comfyui-trace.ts'

const LONGEST_GRAPH = 512 * 1024
const NUMBER_INPUTS = [
  ['seed', ['seed', 'noise_seed']],
  ['steps', ['steps']],
  ['cfg_scale', ['cfg']],
  ['strength', ['denoise']],
] as const
const WORD_INPUTS = [
  ['sampler', ['sampler_name']],
  ['scheduler', ['scheduler']],
] as const
/** Under which a node that only holds a value has it. */
const SOURCE_VALUES = ['value', 'seed', 'int', 'float', 'string']
const MODEL_INPUTS = ['ckpt_name', 'unet_name', 'model_name', 'base_ckpt_name', 'gguf_name']

/** Each as JSON, or parsed already. Null where neither is a graph with something to tell. */
export function readComfyui(prompt: unknown, workflow: unknown): Recipe | null {
  const graph = readGraph(parseGraph(prompt)) ?? drawnGraph(parseGraph(workflow))
  if (!graph) return null
  const sampler = findSampler(graph)
  const positive = sampler ? tracedText(graph, sampler, 'positive') : firstText(graph)
  if (positive === null && !sampler) return null
  const negative = sampler ? tracedText(graph, sampler, 'negative') : null
  const nodes = sampler ? [sampler, ...upstream(graph, [sampler])] : [...graph.values()]
  const model = findValue(graph, nodes, MODEL_INPUTS, isText)
  const options: Record<string, Json> = {}
  if (negative !== null && negative !== '' && negative !== positive) options['negative_prompt'] = negative
  if (sampler) Object.assign(options, readOptions(graph, nodes))
  const isVideo = [...graph.values()].some(({ type }) => /video|animated(webp|png)/i.test(type))
  return {
    source: 'comfyui',
    mediaType: isVideo ? 'video' : 'image',
    scene: isVideo ? 'text-to-video' : 'text-to-image',
    options: cleanObject(options),
    ...(positive === null || positive === '' ? {} : { prompt: cleanText(positive, LONGEST_PROMPT) }),
    ...(isText(model) ? { model: cleanText(model.split(/[\\/]/).at(-1) ?? '', 300) } : {}),
  }
}

/** Python writes numbers that JSON does not know. */
function parseGraph(text: unknown): JsonObject | null {
  if (typeof text !== 'string') return isObject(text) ? text : null
  const value =
    parseJson(text, LONGEST_GRAPH) ??
    parseJson(
      text.slice(0, LONGEST_GRAPH).replace(/([[,:]\s{0,4})(?:NaN|-?Infinity)(?=\s{0,4}[,\]}])/g, '$1null'),
      LONGEST_GRAPH,
    )
  return isObject(value) ? value : null
}

function tracedText(graph: Graph, sampler: GraphNode, side: 'positive' | 'negative'): string | null {
  return textPlaces(graph, sampler, side).find(({ text }) => text.trim() !== '')?.text ?? null
}

/** A graph that calls a service has no sampler: its longest prompt is what was asked. */
function firstText(graph: Graph): string | null {
  const texts = [...graph.values()].flatMap(({ values }) => values['prompt'] ?? [])
  return (
    texts.filter((text) => typeof text === 'string').toSorted((one, other) => other.length - one.length)[0] ??
    null
  )
}

function readOptions(graph: Graph, nodes: readonly GraphNode[]): Record<string, Json> {
  const options: Record<string, Json> = {}
  for (const [option, names] of NUMBER_INPUTS) {
    const value = findValue(graph, nodes, names, isNumber)
    if (value !== undefined) options[option] = value
  }
  for (const [option, names] of WORD_INPUTS) {
    const value = findValue(graph, nodes, names, isText)
    if (value !== undefined) options[option] = value
  }
  const [width, height] = ['width', 'height'].map((name) => findValue(graph, nodes, [name], isNumber))
  if (width !== undefined && height !== undefined) Object.assign(options, { width, height })
  return options
}

/** The first value under one of these names, set at the node itself or by a node of its own. */
function findValue<Value extends Json>(
  graph: Graph,
  nodes: readonly GraphNode[],
  names: readonly string[],
  isWanted: (value: Json | undefined) => value is Value,
): Value | undefined {
  for (const { values, links } of nodes) {
    for (const name of names) {
      if (isWanted(values[name])) return values[name]
      const source = links[name] && graph.get(links[name].id)
      const linked = SOURCE_VALUES.map((key) => source?.values[key]).find(isWanted)
      if (linked !== undefined) return linked
    }
  }
  return undefined
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number'
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string'
}
