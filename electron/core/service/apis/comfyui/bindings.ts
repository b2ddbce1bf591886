/**
 * Which inputs of a workflow the form sets, and under which option.
 *
 * The prompts are those that arrive at the sampler. Every seed takes the one seed of the request. Inputs with a name of their own
 * keep it; of several with the same name, the one nearest to the sampler does.
 */
import type { Json } from '#contract/json.ts'
import { type Graph, readGraph } from '#core/library/provenance/comfyui-graph.ts'
import { findSampler, type TextInput, textInputs, upstream } from '#core/library/provenance/comfyui-trace.ts'
import type { NodeClass, Widget } from './object-info.ts'
import { hasInput, titleOf, type Workflow } from './workflow.ts'

export const PROMPT = 'prompt'
const NEGATIVE_PROMPT = 'negative_prompt'
export const SEED = 'seed'

/** One option of the form, and the inputs of nodes that it sets. */
export interface Binding {
  readonly option: string
  readonly places: readonly NodeInput[]
  /** Files are uploaded first; the seed is ours where the request has none. */
  readonly kind: 'value' | 'seed' | 'file'
}

export interface NodeInput {
  readonly node: string
  readonly input: string
}

const SEED_NAME = /^(?:noise_)?seed$/
const DROPPED = new Set(['filename_prefix'])
/** The words that make an option one that takes media (renderer/features/create/inputs/media-keys.ts). */
const ORDINALS = ['', 'second_', 'third_', 'fourth_', 'fifth_', 'sixth_']

export function findBindings(
  workflow: Workflow,
  classes: ReadonlyMap<string, NodeClass>,
): readonly Binding[] {
  const graph: Graph = readGraph({ ...workflow } as unknown as Readonly<Record<string, Json>>) ?? new Map()
  const taken = new Set<string>()
  const claim = ({ node, input }: NodeInput): boolean => {
    const key = `${node} ${input}`
    if (taken.has(key)) return false
    taken.add(key)
    return true
  }
  const prompts = promptBindings(graph, claim)
  const widgets = [...widgetsOf(workflow, graph, classes)].filter(({ place }) => claim(place))
  const seeds = widgets.filter(({ widget, place }) => widget.isSeed || SEED_NAME.test(place.input))
  const seed: Binding = { option: SEED, kind: 'seed', places: seeds.map(({ place }) => place) }
  const files = fileBindings(
    widgets.filter(({ widget }) => isFile(widget)),
    workflow,
    classes,
  )
  const names = new Set([PROMPT, NEGATIVE_PROMPT, SEED, ...files.map(({ option }) => option)])
  const others = widgets
    .filter((one) => !seeds.includes(one) && !isFile(one.widget) && !DROPPED.has(one.place.input))
    .map(({ place }): Binding => {
      const option = unusedName(names, place.input, `${place.input}_${place.node}`)
      return { option, kind: 'value', places: [place] }
    })
  return [...prompts, ...files, ...(seeds.length > 0 ? [seed] : []), ...others]
}

export function isFile({ kind }: Widget): boolean {
  return kind === 'image' || kind === 'video' || kind === 'audio'
}

function promptBindings(graph: Graph, claim: (place: NodeInput) => boolean): readonly Binding[] {
  const sampler = findSampler(graph)
  const positive = sampler ? nodeInputs(textInputs(graph, sampler, 'positive')) : longestPrompt(graph)
  const negative = sampler ? nodeInputs(textInputs(graph, sampler, 'negative')) : []
  const own = negative.filter(
    ({ node, input }) => !positive.some((place) => place.node === node && place.input === input),
  )
  return [
    { option: PROMPT, kind: 'value' as const, places: positive.filter(claim) },
    { option: NEGATIVE_PROMPT, kind: 'value' as const, places: own.filter(claim) },
  ].filter((binding) => binding.places.length > 0)
}

/** The first text that is not empty, and what says the same in the same node: some encoders take it twice. */
function nodeInputs(found: readonly TextInput[]): readonly NodeInput[] {
  const first = found.find(({ text }) => text.trim() !== '') ?? found[0]
  return found
    .filter(({ nodeId, text }) => nodeId === first?.nodeId && text === first.text)
    .map(({ nodeId, input }) => ({ node: nodeId, input }))
}

/** Of a workflow that calls a service and has no sampler. */
function longestPrompt(graph: Graph): readonly NodeInput[] {
  const texts = [...graph].flatMap(([node, { values }]) => {
    const text = values['prompt'] ?? values['text']
    const input = values['prompt'] === undefined ? 'text' : 'prompt'
    return typeof text === 'string' ? [{ node, input, length: text.length }] : []
  })
  const [longest] = texts.toSorted((one, other) => other.length - one.length)
  return longest ? [{ node: longest.node, input: longest.input }] : []
}

interface PlacedWidget {
  readonly place: NodeInput
  readonly widget: Widget
}

/** In the order in which they matter: the sampler, what leads to it, the rest. */
function* widgetsOf(
  workflow: Workflow,
  graph: Graph,
  classes: ReadonlyMap<string, NodeClass>,
): Iterable<PlacedWidget> {
  const sampler = findSampler(graph)
  const near = sampler ? [sampler, ...upstream(graph, [sampler])] : []
  const idOf = new Map([...graph].map(([id, node]) => [node, id]))
  const ids = new Set([...near.flatMap((node) => idOf.get(node) ?? []), ...Object.keys(workflow)])
  for (const node of ids) {
    const { class_type, inputs = {} } = workflow[node] ?? {}
    for (const [input, widget] of classes.get(class_type ?? '')?.widgets ?? []) {
      const isSet = hasInput(workflow, node, input) && !Array.isArray(inputs[input])
      if (isSet) yield { place: { node, input }, widget }
    }
  }
}

/** Options whose names say what they take: `image`, `second_image`, `style_image` after the node's title, `mask_image`. */
function fileBindings(
  files: readonly PlacedWidget[],
  workflow: Workflow,
  classes: ReadonlyMap<string, NodeClass>,
): readonly Binding[] {
  const names = new Set<string>()
  const counts: Record<string, number> = {}
  return files.map(({ place, widget: { kind } }): Binding => {
    const node = workflow[place.node]
    const { class_type = '' } = node ?? {}
    const title = (node && titleOf(node)) ?? ''
    const isPlain = title === '' || title === class_type || title === classes.get(class_type)?.label
    const number = counts[kind] ?? 0
    const own = /mask/i.test(class_type) ? 'mask_' : isPlain ? undefined : `${slugOf(title, kind)}_`
    if (own === undefined) counts[kind] = number + 1
    const name = `${own ?? ORDINALS[number] ?? `${place.node}_`}${kind}`
    return { option: unusedName(names, name, `${place.node}_${kind}`), kind: 'file', places: [place] }
  })
}

function slugOf(title: string, kind: string): string {
  const words = title.toLowerCase().match(/[a-z\d]+/g) ?? []
  return (
    words
      .filter((word) => word !== kind)
      .join('_')
      .slice(0, 40) || 'reference'
  )
}

function unusedName(names: Set<string>, wanted: string, otherwise: string): string {
  const name = names.has(wanted) ? otherwise : wanted
  names.add(name)
  return name
}
