/** Turns a template into the prompts that are sent: every combination, or picks at random. */
import type { Template, TemplateNode, TemplateOption } from './template.ts'

export interface TemplateData {
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** The value of each variable. */
  readonly values: Readonly<Record<string, string>>
}

/** What a template needs and does not find. */
export interface MissingData {
  readonly lists: readonly string[]
  readonly variables: readonly string[]
}

/** Lists without entries, and variables without a value. */
export function missingData(template: Template, { lists, values }: TemplateData): MissingData {
  return {
    lists: template.lists.filter((name) => (entriesOf(lists, name)?.length ?? 0) === 0),
    variables: template.variables.filter((name) => (own(values, name) ?? '').trim() === ''),
  }
}

/** Every way to fill in a template, counted without being made. */
export interface Combinations {
  /** Some of them may come out alike; Infinity where that is beyond counting. */
  readonly count: number
  /** Number `index` from 0, in the order they are written: what stands last varies fastest. A weight of 0 leaves its option out. */
  at(index: number, values: TemplateData['values']): string
}

export function combinationsOf(template: Template, lists: TemplateData['lists']): Combinations {
  const { count, at } = joinParts(template.nodes, lists)
  return { count, at: (index, values) => tidy(at(index, values)) }
}

/** One prompt by chance, options by their weights. `random` gives numbers from 0 up to 1. */
export function expandOnce(template: Template, data: TemplateData, random: () => number): string {
  return tidy(pickNodes(template.nodes, data, random))
}

/** The parts' numbers are the digits of the whole's, each with as many signs as its part has ways. */
function joinParts(nodes: readonly TemplateNode[], lists: TemplateData['lists']): Combinations {
  const parts = nodes.map((node) => readPart(node, lists)).toReversed()
  return {
    count: parts.reduce((product, { count }) => product * count, 1),
    at(index, values) {
      let left = index
      let text = ''
      for (const { count, at } of parts) {
        text = at(left % count, values) + text
        left = Math.floor(left / count)
      }
      return text
    },
  }
}

function readPart(node: TemplateNode, lists: TemplateData['lists']): Combinations {
  switch (node.kind) {
    case 'text':
      return { count: 1, at: () => node.text }
    case 'variable':
      return { count: 1, at: (_, values) => own(values, node.name) ?? '' }
    case 'list': {
      const entries = entriesOf(lists, node.name) ?? []
      return { count: Math.max(1, entries.length), at: (index) => entries[index] ?? '' }
    }
    case 'choice':
      return joinOptions(possible(node.options).map(({ nodes }) => joinParts(nodes, lists)))
  }
}

function joinOptions(options: readonly Combinations[]): Combinations {
  return {
    count: options.reduce((sum, { count }) => sum + count, 0),
    at(index, values) {
      let left = index
      for (const { count, at } of options) {
        if (left < count) return at(left, values)
        left -= count
      }
      return ''
    },
  }
}

function pickNodes(nodes: readonly TemplateNode[], data: TemplateData, random: () => number): string {
  return nodes.map((node) => pickNode(node, data, random)).join('')
}

function pickNode(node: TemplateNode, data: TemplateData, random: () => number): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'variable':
      return own(data.values, node.name) ?? ''
    case 'list': {
      const entries = entriesOf(data.lists, node.name) ?? []
      return entries[Math.floor(random() * entries.length)] ?? ''
    }
    case 'choice':
      return pickNodes(pickOption(node.options, random), data, random)
  }
}

function pickOption(options: readonly TemplateOption[], random: () => number): readonly TemplateNode[] {
  const candidates = possible(options)
  const sum = candidates.reduce((total, { weight }) => total + weight, 0)
  let left = random() * sum
  for (const { weight, nodes } of candidates) {
    if (left < weight) return nodes
    left -= weight
  }
  return candidates.at(-1)?.nodes ?? []
}

/** Options that can be picked; where every weight is 0, the weights say nothing. */
function possible(options: readonly TemplateOption[]): readonly TemplateOption[] {
  const weighted = options.filter(({ weight }) => weight > 0)
  return weighted.length > 0 ? weighted : options.map((option) => ({ ...option, weight: 1 }))
}

function entriesOf(lists: TemplateData['lists'], name: string): readonly string[] | undefined {
  return Object.hasOwn(lists, name) ? lists[name] : undefined
}

function own(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** An empty option must not leave two spaces, or one before a comma. */
function tidy(prompt: string): string {
  return prompt
    .replaceAll(/[ \t]{2,}/g, ' ')
    .replaceAll(/ +([,.;:!?])/g, '$1')
    .trim()
}
