/**
 * The prompts that one draft stands for: its template with every value filled in, and in the way the user wants them.
 *
 * Pure: what the preview lists and what is sent come from the same call with the same chance.
 */
import { combinationsOf, expandOnce, missingData, type TemplateData } from './expand.ts'
import { parseTemplate, type Template } from './template.ts'
import type { JsonObject } from '#contract/json.ts'
import { propertiesOf } from '#contract/rules/option-schema.ts'

/** The parts of a draft that prompts are made from. */
export interface PromptDraft {
  readonly prompt: string
  /** What was typed for each `[[variable]]`; every line that is not empty is a value of its own. */
  readonly variables: Readonly<Record<string, string>>
  /** Every combination, or `picks` of them by chance. */
  readonly expansion: 'each' | 'random'
  readonly picks: number
  /** What chance starts from: the same number picks the same prompts. */
  readonly pickSeed: number
}

/** Entries of each list by name; null for a list that does not exist, and nothing for one that is still being read. */
export type WordLists = Readonly<Record<string, readonly string[] | null>>

export interface PlannedPrompt {
  readonly prompt: string
  /** As it was written, where that is not what is sent. */
  readonly template?: string
  /** Which value each variable with several has in this prompt. */
  readonly cell?: { readonly axis: string; readonly value: string }[]
}

export type PromptProblem =
  | { readonly kind: 'readingLists' }
  /** Lists that do not exist or are empty, and variables without a value. */
  | {
      readonly kind: 'missingWords'
      readonly lists: readonly string[]
      readonly variables: readonly string[]
    }
  | { readonly kind: 'tooManyPrompts'; readonly total: number }
  | { readonly kind: 'blankPrompt' }
  | { readonly kind: 'longPrompt'; readonly length: number; readonly limit: number }

export interface PromptPlan {
  /** At most `MAX_PROMPTS`, and all of them unless there is a problem. None while words are missing; one empty prompt for an empty draft. */
  readonly prompts: readonly PlannedPrompt[]
  /** How many there are without that limit, counting those that come out alike where nobody can look at all; may be Infinity. */
  readonly total: number
  readonly problem?: PromptProblem
}

/** As many as one press may send. */
export const MAX_PROMPTS = 1_000
/** The contract's own limit, in characters. */
const MAX_PROMPT = 100_000
/** Work spent on finding different prompts among too many, in parts joined: millions of combinations may come out alike. */
const MAX_PARTS = 400_000
/** How often chance is asked again for a prompt that it has not yet given. */
const MAX_TRIES = 20
const MAX_AXES = 4
const MAX_AXIS = 200
const MAX_VALUE = 2_000

/**
 * Every prompt of the draft. `random` gives numbers from 0 up to 1 (`seededRandom(draft.pickSeed)` for those of the preview);
 * `limit` is the longest prompt that the model takes, in characters.
 */
export function promptsOf(
  draft: PromptDraft,
  lists: WordLists,
  random: () => number,
  limit = MAX_PROMPT,
): PromptPlan {
  const source = draft.prompt.trim()
  const template = parseTemplate(source)
  if (template.isPlain) return planPlain(template, source, limit)

  if (template.lists.some((name) => !Object.hasOwn(lists, name))) {
    return { prompts: [], total: 0, problem: { kind: 'readingLists' } }
  }
  const axes = template.variables.map((name) => ({ name, values: valuesOf(draft.variables, name) }))
  const data = { lists: knownLists(template, lists), values: firstValues(axes) }
  const missing = missingData(template, data)
  if (missing.lists.length > 0 || missing.variables.length > 0) {
    return { prompts: [], total: 0, problem: { kind: 'missingWords', ...missing } }
  }

  const filler: Filler = { source, template, axes, lists: data.lists }
  const plan =
    draft.expansion === 'each' ? planEach(filler) : planPicks(filler, Math.max(1, draft.picks), random)
  const problem = problemOf(plan, limit)
  return problem === null ? plan : { ...plan, problem }
}

/** The values typed for a variable, each once. */
export function valuesOf(variables: PromptDraft['variables'], name: string): readonly string[] {
  const typed = Object.hasOwn(variables, name) ? variables[name] : ''
  const lines = (typed ?? '').split(/\r?\n/).map((line) => line.trim())
  return Array.from(new Set(lines.filter((line) => line !== '')))
}

interface Axis {
  readonly name: string
  readonly values: readonly string[]
}

interface Filler {
  readonly source: string
  readonly template: Template
  readonly axes: readonly Axis[]
  readonly lists: TemplateData['lists']
}

function planPlain(template: Template, source: string, limit: number): PromptPlan {
  const prompt = template.nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')
  const plan = { prompts: [prompt === source ? { prompt } : { prompt, template: source }], total: 1 }
  const length = lengthOf(prompt)
  return length > limit ? { ...plan, problem: { kind: 'longPrompt', length, limit } } : plan
}

/** Values of the variables vary slowest, the first of them slowest of all. */
function planEach(filler: Filler): PromptPlan {
  const { axes, template, lists } = filler
  const each = combinationsOf(template, lists)
  const total = axes.reduce((product, { values }) => product * values.length, each.count)
  const looked = total <= MAX_PROMPTS ? total : Math.min(total, Math.ceil(MAX_PARTS / template.nodes.length))
  const found = new Map<string, PlannedPrompt>()
  for (let at = 0; at < looked && found.size < MAX_PROMPTS; at++) {
    const values = valuesAt(axes, Math.floor(at / each.count))
    const planned = fill(filler, values, each.at(at % each.count, values))
    if (!found.has(planned.prompt)) found.set(planned.prompt, planned)
  }
  const prompts = Array.from(found.values())
  const isWhole = looked === total && (total <= MAX_PROMPTS || prompts.length < MAX_PROMPTS)
  return { prompts, total: isWhole ? prompts.length : total }
}

function planPicks(filler: Filler, picks: number, random: () => number): PromptPlan {
  const prompts: PlannedPrompt[] = []
  const seen = new Set<string>()
  while (prompts.length < Math.min(picks, MAX_PROMPTS)) {
    let planned = pick(filler, random)
    for (let tries = 1; tries < MAX_TRIES && seen.has(planned.prompt); tries++) planned = pick(filler, random)
    seen.add(planned.prompt)
    prompts.push(planned)
  }
  return { prompts, total: picks }
}

function pick(filler: Filler, random: () => number): PlannedPrompt {
  const values = Object.fromEntries(
    filler.axes.map(({ name, values: some }) => [name, some[Math.floor(random() * some.length)] ?? '']),
  )
  return fill(filler, values, expandOnce(filler.template, { lists: filler.lists, values }, random))
}

function fill({ source, axes }: Filler, values: TemplateData['values'], prompt: string): PlannedPrompt {
  const cell = axes
    .filter(({ values: some }) => some.length > 1)
    .slice(0, MAX_AXES)
    .map(({ name }) => ({
      axis: name.slice(0, MAX_AXIS),
      value: (values[name] ?? '').slice(0, MAX_VALUE),
    }))
  return { prompt, template: source, ...(cell.length === 0 ? {} : { cell }) }
}

function problemOf({ prompts, total }: PromptPlan, limit: number): PromptProblem | null {
  if (total > MAX_PROMPTS) return { kind: 'tooManyPrompts', total }
  if (prompts.some(({ prompt }) => prompt === '')) return { kind: 'blankPrompt' }
  const length = Math.max(...prompts.map(({ prompt }) => lengthOf(prompt)))
  return length > limit ? { kind: 'longPrompt', length, limit } : null
}

/** The values of combination `index`, the last variable varying fastest. */
function valuesAt(axes: readonly Axis[], index: number): Readonly<Record<string, string>> {
  let left = index
  return Object.fromEntries(
    axes.toReversed().map(({ name, values }) => {
      const value = values[left % values.length] ?? ''
      left = Math.floor(left / values.length)
      return [name, value]
    }),
  )
}

function firstValues(axes: readonly Axis[]): Readonly<Record<string, string>> {
  return Object.fromEntries(axes.map(({ name, values }) => [name, values[0] ?? '']))
}

function knownLists(template: Template, lists: WordLists): TemplateData['lists'] {
  return Object.fromEntries(template.lists.map((name) => [name, lists[name] ?? []]))
}

/** Characters as the service counts them: code points, not halves of them. */
export function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > 0xffff) length--
  return length
}

/** Characters by the model's own schema; undefined where it says nothing. */
export function promptLimit(schema: JsonObject | undefined): number | undefined {
  const most = propertiesOf(schema)['prompt']?.['maxLength']
  return typeof most === 'number' && most >= 1 ? Math.floor(most) : undefined
}
