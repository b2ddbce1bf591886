/**
 * What ComfyUI puts into its files: the graph that was run (`prompt`) and the same as it was drawn (`workflow`).
 *
 * Sources: comfyanonymous/ComfyUI, nodes.py (`SaveImage`), execution.py; what nodes of others write is named where it is read.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isLongInteger, type Seed } from '#contract/rules/exact-seeds.ts'
import { isObject } from '../../clean-json.ts'
import { drawnGraph, readGraph, type Graph, type GraphLink, type GraphNode } from '../../comfyui-graph.ts'
import { upstream } from '../../comfyui-trace.ts'
import { type Carried, fileNameOf, objectIn, recipeFrom } from '../carried.ts'
import { baseSampler } from './base-sampler.ts'
import { type Side, textAt } from './read-text.ts'

const MODEL_INPUTS = ['ckpt_name', 'unet_name', 'base_ckpt_name', 'model_name', 'gguf_name', 'model']
/** Under which a node that only holds a value has it. */
const HELD = ['value', 'seed', 'noise_seed', 'int', 'float', 'number', 'Value', 'string', 'text']
const MODEL_LINK = /^(?:base_)?model|^unet|guider|pipe/i

export function readComfyui({ texts }: Carried): Recipe | null {
  const { prompt, workflow } = texts
  const own = prompt === undefined && workflow === undefined ? null : readGraphs(prompt, workflow)
  if (own) return own
  for (const text of [texts.comment, texts.usercomment]) {
    const object = objectIn(text)
    const found =
      object && (readGraphs(object['prompt'], object['workflow']) ?? readGraphs(object, undefined))
    if (found) return found
  }
  return null
}

/** Each as JSON, or parsed already. Null where neither is a graph with something to tell. */
export function readGraphs(prompt: unknown, workflow: unknown): Recipe | null {
  const graph = readGraph(graphIn(prompt)) ?? drawnGraph(graphIn(workflow))
  if (!graph) return null
  const sampler = baseSampler(graph)
  const positive = sampler ? sideText(graph, sampler, 'positive') : longestPrompt(graph)
  if (positive === null && !sampler) return null
  const negative = sampler ? sideText(graph, sampler, 'negative') : null
  const near = sampler ? [sampler, ...upstream(graph, [sampler])] : [...graph.values()]
  const number = (nodes: readonly GraphNode[], names: readonly string[]) => findNumber(graph, nodes, names)
  const word = (names: readonly string[]) => findWord(graph, near, names)
  const latent = sampler ? latentNodes(graph, sampler) : near
  return recipeFrom('comfyui', {
    prompt: positive,
    negative: negative === positive ? null : negative,
    model: fileNameOf(findModel(graph, sampler, near)),
    seed: number(near, ['seed', 'noise_seed']),
    ...sizeIn(graph, [latent, near]),
    ...(sampler && {
      steps: number(near, ['steps']),
      guidance: number(near, ['cfg']),
      strength: number(near, ['denoise']),
      sampler: word(['sampler_name']),
      scheduler: word(['scheduler']),
    }),
    isVideo: [...graph.values()].some(({ type }) => /video|animated(?:webp|png)/i.test(type)),
  })
}

function graphIn(value: unknown): JsonObject | null {
  return typeof value === 'string' ? objectIn(value) : isObject(value) ? value : null
}

/** The text of one side, from a guide or from a node that holds both. */
function sideText(graph: Graph, sampler: GraphNode, side: Side): string | null {
  const guider = sampler.links['guider'] && graph.get(sampler.links['guider'].id)
  const { links } = guider ?? sampler
  const only = side === 'positive' ? links['conditioning'] : undefined
  const direct = textAt(graph, links[side] ?? only, side)
  if (direct !== null) return direct
  const joint = links['text_embeds'] ?? links['pipe'] ?? links['basic_pipe']
  if (!joint) return null
  for (const node of [graph.get(joint.id), ...upstream(graph, [sampler])]) {
    const text = node?.values[side] ?? node?.values[`${side}_prompt`]
    if (typeof text === 'string' && text.trim() !== '') return text
    const linked = node && textAt(graph, node.links[side] ?? node.links[`${side}_prompt`], side)
    if (linked) return linked
  }
  return null
}

/** A graph that calls a service has no sampler: its longest prompt is what was asked. */
function longestPrompt(graph: Graph): string | null {
  const texts = [...graph.values()].flatMap(
    ({ values, links }) => values['prompt'] ?? textAt(graph, links['prompt'], 'positive') ?? [],
  )
  return (
    texts.filter((text) => typeof text === 'string').toSorted((one, other) => other.length - one.length)[0] ??
    null
  )
}

/** Along the links of the model, so that what enlarges or encodes is not taken for it. */
function findModel(graph: Graph, sampler: GraphNode | null, near: readonly GraphNode[]): string | undefined {
  const chain = new Set<GraphNode>(sampler ? [sampler] : [])
  for (const { links } of chain) {
    for (const [name, link] of Object.entries(links)) {
      const next = MODEL_LINK.test(name) ? graph.get(link.id) : undefined
      if (next) chain.add(next)
    }
  }
  return (
    modelIn(graph, [...chain]) ??
    modelIn(
      graph,
      near.filter(({ type }) => !/upscale|controlnet|vae|clip|lora|t5/i.test(type)),
    )
  )
}

function modelIn(graph: Graph, nodes: readonly GraphNode[]): string | undefined {
  for (const { values, links } of nodes) {
    for (const name of MODEL_INPUTS) {
      const value = values[name] ?? (name === 'model' ? undefined : held(graph, links[name], isWord))
      if (isWord(value) && (name !== 'model' || /\.\w{2,12}$/.test(value))) return value
    }
  }
  return undefined
}

/** What the size comes from: what the sampler starts with. */
function latentNodes(graph: Graph, sampler: GraphNode): readonly GraphNode[] {
  const names = Object.keys(sampler.links).filter((name) => /latent|samples|image_embeds/i.test(name))
  const starts = names.flatMap((name) => graph.get(sampler.links[name]?.id ?? '') ?? [])
  return [...starts, ...upstream(graph, starts)]
}

/** `1216 x 832 (landscape)`, as nodes for the size write what was chosen. */
const DIMENSIONS = /(\d{2,5})\s{0,3}[x×*]\s{0,3}(\d{2,5})/

/** From the first of these groups of nodes that says one. */
function sizeIn(graph: Graph, groups: readonly (readonly GraphNode[])[]) {
  for (const nodes of groups) {
    const width = findNumber(graph, nodes, ['width', 'empty_latent_width'])
    const height = findNumber(graph, nodes, ['height', 'empty_latent_height'])
    if (width !== undefined && height !== undefined) return { width, height }
    const words = findWord(graph, nodes, ['dimensions', 'resolution', 'aspect_ratio', 'size'])
    const [, wide, high] = DIMENSIONS.exec(words ?? '') ?? []
    if (wide !== undefined) return { width: wide, height: high }
  }
  return {}
}

/** The nearest value under one of these names, set at the node itself or by nodes of their own. */
function findNumber(graph: Graph, nodes: readonly GraphNode[], names: readonly string[]): Seed | undefined {
  for (const { values, links } of nodes) {
    for (const name of names) {
      const value = isNumber(values[name]) ? values[name] : held(graph, links[name], isNumber, name)
      if (value !== undefined) return value
    }
  }
  return undefined
}

function findWord(graph: Graph, nodes: readonly GraphNode[], names: readonly string[]): string | undefined {
  for (const { values, links } of nodes) {
    for (const name of names) {
      const value = isWord(values[name]) ? values[name] : held(graph, links[name], isWord, name)
      if (value !== undefined) return value
    }
  }
  return undefined
}

const MAX_PASSED = 20

/** What a node that only holds or passes on a value has. */
function held<Value extends Json>(
  graph: Graph,
  link: GraphLink | undefined,
  isWanted: (value: Json | undefined) => value is Value,
  name?: string,
): Value | undefined {
  let next = link
  for (let passed = 0; next && passed < MAX_PASSED; passed++) {
    const node = graph.get(next.id)
    const keys = name === undefined ? HELD : [name, ...HELD]
    const value = keys.map((key) => node?.values[key]).find(isWanted)
    if (value !== undefined) return value
    const links: Readonly<Record<string, GraphLink>> = node?.links ?? {}
    const [only] = Object.values(links)
    next =
      keys.map((key) => links[key]).find((one) => one !== undefined) ??
      (Object.keys(links).length === 1 ? only : undefined)
  }
  return undefined
}

function isNumber(value: Json | undefined): value is Seed {
  return typeof value === 'number' || isLongInteger(value)
}

function isWord(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}
