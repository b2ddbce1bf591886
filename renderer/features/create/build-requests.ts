/**
 * Turns the form into generate requests, or into the reason why it cannot.
 *
 * Owns what one press of the button will do, as a pure function: the preview, the question before a large batch and what is
 * sent come from the same plan. Sending it is the form store's business.
 */
import type { InputReference } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import { isLongInteger, type Seed } from '#contract/rules/exact-seeds.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { GenerateRequest, RequestProvenance } from '#contract/tasks.ts'
import { type Draft, originOf, sceneOf } from './draft.ts'
import type { ChosenModel } from './model/models-store.ts'
import { type Combination, combineAxes, planSeeds, type SeedPlan } from './batch/combine-axes.ts'
import { type AxisFacts, type AxisProblem, planAxis, type PlannedAxis, seedKey } from './batch/plan-axes.ts'
import {
  findInputProblem,
  findMaskProblem,
  type InputProblem,
  inputReferences,
  standsForPrompt,
} from './inputs/plan-inputs.ts'
import { checkOptions } from '#contract/rules/option-types/check-options.ts'
import type { OptionKnowledge } from './options/know-options.ts'
import { parseOptions } from './options/options-text.ts'
import type { PlannedPrompt, PromptPlan, PromptProblem } from './prompt/plan-prompts.ts'
import { parseTemplate } from './prompt/template.ts'
import { expectedCount } from './expected-results.ts'

/** Most requests one press may make; the contract refuses more. */
export const MAX_REQUESTS = 1_000

export type Obstacle =
  | { readonly kind: 'prompt' | 'model' | 'provider' | 'options' | 'inputPending' | 'inputProblem' }
  /** The listing does not know it, and the user has not said to use it all the same. */
  | { readonly kind: 'unlisted'; readonly id: string }
  | { readonly kind: 'optionField'; readonly key: string }
  | { readonly kind: 'inputs'; readonly problem: InputProblem }
  | { readonly kind: 'prompts'; readonly problem: PromptProblem }
  | { readonly kind: 'seeds'; readonly problem: AxisProblem }
  /** `index` counts the draft's axes from 0. */
  | { readonly kind: 'axis'; readonly index: number; readonly problem: AxisProblem }
  | { readonly kind: 'tooMany'; readonly total: number }

export interface Plan {
  /** Whose service is paid; '' is the host's to choose. */
  readonly profileId: string
  /** In the order of the axes, the first varying slowest; repetitions stand together. At most `MAX_REQUESTS`. */
  readonly requests: readonly GenerateRequest[]
  /** Results that the requests make together. */
  readonly results: number
  /** Empty where nothing but the prompt and the seed differs. */
  readonly axes: readonly PlannedAxis[]
  readonly name?: string
}

export interface PlanKnowledge extends Pick<Plan, 'profileId'> {
  knowledgeOf(model: ChosenModel): OptionKnowledge
  isTrusted(model: ChosenModel): boolean
  readonly prompts: PromptPlan
}

/** The models that take part: those of the matrix, else the chosen one. */
export function modelsOf({
  batch,
  model,
}: {
  readonly batch: Pick<Draft['batch'], 'axes'>
  readonly model: ChosenModel | null
}): readonly ChosenModel[] {
  const axis = batch.axes.find(({ field }) => field === 'model')
  if (axis?.field === 'model') return axis.models
  return model === null ? [] : [model]
}

/** The draft with all its models as the user's own choice. */
export function withConfirmedModels({ model, batch }: Draft): Pick<Draft, 'model' | 'batch'> {
  const confirmed = (one: ChosenModel): ChosenModel => ({ ...one, isConfirmed: true })
  const axes = batch.axes.map((axis) =>
    axis.field === 'model' ? { ...axis, models: axis.models.map(confirmed) } : axis,
  )
  return { model: model && confirmed(model), batch: { ...batch, axes } }
}

export function planRequests(mediaType: MediaType, draft: Draft, known: PlanKnowledge): Plan | Obstacle {
  const parsed = parseOptions(draft.optionsText)
  const models = modelsOf(draft)
  const hasModelAxis = draft.batch.axes.some(({ field }) => field === 'model')
  if (draft.inputs.some((input) => input.problem !== null)) return { kind: 'inputProblem' }
  if (draft.inputs.some((input) => input.media === null)) return { kind: 'inputPending' }
  if (draft.prompt.trim() === '' && !standsForPrompt(parsed.ok ? parsed.value : {}, draft.inputs))
    return { kind: 'prompt' }
  if (known.prompts.problem !== undefined && draft.prompt.trim() !== '')
    return { kind: 'prompts', problem: known.prompts.problem }
  if (!hasModelAxis && models.every(({ id }) => id.trim() === '')) return { kind: 'model' }
  if (models.some(({ provider }) => provider.trim() === '')) return { kind: 'provider' }
  const unlisted = models.find((model) => !known.isTrusted(model))
  if (unlisted !== undefined) return { kind: 'unlisted', id: unlisted.id }
  if (!parsed.ok) return { kind: 'options' }

  const knowledge = models.map((model) => known.knowledgeOf(model))
  const fields = knowledge.map((one) => one.fields)
  const axes = planAxes(draft, known, fields)
  if ('kind' in axes) return axes
  const wrong = wrongOption(draft, parsed.value, fields)
  if (wrong !== undefined) return { kind: 'optionField', key: wrong }
  const misplaced = findMaskProblem(draft.inputs)
  if (misplaced !== null) return { kind: 'inputs', problem: misplaced }
  for (const one of knowledge) {
    const problem = findInputProblem(inputReferences(draft.inputs, one.inputs), one.inputs.keys, parsed.value)
    if (problem !== null) return { kind: 'inputs', problem }
  }

  const seeds = planSeeds(draft.batch, draft.requests, fields)
  if ('kind' in seeds) return { kind: 'seeds', problem: seeds }
  const combinations = combineAxes(axes, known.prompts.prompts, seeds.repetitions, MAX_REQUESTS)
  if ('requests' in combinations) return { kind: 'tooMany', total: combinations.requests }

  const requests = build({ mediaType, draft, options: parsed.value, known, axes, seeds, combinations })
  const results = requests.reduce((sum, { options }) => sum + expectedCount(options), 0)
  const name = draft.batch.name.trim()
  const { profileId } = known
  return { profileId, requests, results, axes, ...(name === '' || requests.length === 1 ? {} : { name }) }
}

function planAxes(
  { batch }: Draft,
  { prompts }: PlanKnowledge,
  fields: AxisFacts['fields'],
): readonly PlannedAxis[] | Obstacle {
  const planned: PlannedAxis[] = []
  for (const [index, axis] of batch.axes.entries()) {
    const plan = planAxis(axis, batch.axes.slice(0, index), { prompts: prompts.prompts, fields })
    if ('kind' in plan) return { kind: 'axis', index, problem: plan }
    planned.push(plan)
  }
  return planned
}

/** The key of an option that some model will not take; what the axes and the seeds replace is checked with them. */
function wrongOption({ batch }: Draft, options: JsonObject, fields: AxisFacts['fields']): string | undefined {
  const varied = batch.axes.flatMap((axis) => (axis.field === 'option' ? [axis.key.trim()] : []))
  const hasSeeds = batch.seeds.kind !== 'free' || batch.axes.some(({ field }) => field === 'seed')
  for (const some of fields) {
    const replaced = hasSeeds ? [...varied, seedKey(some)] : varied
    const own = some.filter(({ key }) => !replaced.includes(key))
    const [wrong] = checkOptions(own, options).keys()
    if (wrong !== undefined) return wrong
  }
  return undefined
}

interface Parts {
  readonly mediaType: MediaType
  readonly draft: Draft
  readonly options: JsonObject
  readonly known: PlanKnowledge
  readonly axes: readonly PlannedAxis[]
  readonly seeds: SeedPlan
  readonly combinations: readonly Combination[]
}

function build({ mediaType, draft, options, known, axes, seeds, combinations }: Parts): GenerateRequest[] {
  const scene = sceneOf(mediaType, draft)
  const facts = { variables: variablesUsed(draft), fromAssetId: originOf(draft) }
  const references = new Map<ChosenModel, readonly InputReference[]>()
  const keys = new Map<ChosenModel, string>()
  function prepare(model: ChosenModel): void {
    if (keys.has(model)) return
    const knowledge = known.knowledgeOf(model)
    references.set(model, inputReferences(draft.inputs, knowledge.inputs))
    keys.set(model, seedKey(knowledge.fields))
  }
  return combinations.flatMap(({ changes, prompt, repetition }, place) => {
    const changed = Object.fromEntries(
      changes.flatMap((change) => (change.field === 'option' ? [[change.key, change.value]] : [])),
    )
    const model = changes.find((change) => change.field === 'model')?.model ?? draft.model
    if (model === null) return []
    prepare(model)
    const key = keys.get(model) ?? 'seed'
    const own = changes.find((change) => change.field === 'seed')?.seed ?? readSeed(options[key])
    const seed = seeds.seedOf(repetition, place, own)
    const all = { ...options, ...changed, ...(seed === undefined ? {} : { [key]: seed }) }
    const inputs = references.get(model) ?? []
    const provenance = provenanceOf(prompt, axes, changes, facts)
    return {
      provider: model.provider.trim(),
      mediaType,
      model: model.id.trim(),
      scene,
      ...(prompt.prompt === '' ? {} : { prompt: prompt.prompt }),
      ...(Object.keys(all).length === 0 ? {} : { options: all }),
      ...(inputs.length === 0 ? {} : { inputs: [...inputs] }),
      ...(provenance === undefined ? {} : { provenance }),
    }
  })
}

function readSeed(value: unknown): Seed | undefined {
  if (isLongInteger(value)) return value
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** What goes with every request of a press. */
interface PressFacts {
  readonly variables: NonNullable<RequestProvenance['variables']>
  readonly fromAssetId: string | undefined
}

/** Without axes, a variable with several values gives the results their places. */
function provenanceOf(
  prompt: PlannedPrompt,
  axes: readonly PlannedAxis[],
  changes: Combination['changes'],
  { variables, fromAssetId }: PressFacts,
): RequestProvenance | undefined {
  const own = axes.map(({ name, values }, index) => ({
    axis: name,
    value: values.find(({ change }) => change === changes[index])?.label ?? '',
  }))
  const cell = own.length > 0 ? own : prompt.cell
  const origin = fromAssetId === undefined ? {} : { fromAssetId }
  if (prompt.template === undefined && cell === undefined)
    return fromAssetId === undefined ? undefined : origin
  return {
    ...(prompt.template === undefined ? {} : { template: prompt.template }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(cell === undefined ? {} : { cell }),
    ...origin,
  }
}

/** Characters; they go with every request of a batch. */
const MAX_VARIABLES = 2_000

/** What stands in the form for the variables of the prompt, so that its template can be filled in again. */
function variablesUsed({ prompt, variables }: Draft): NonNullable<RequestProvenance['variables']> {
  const used = parseTemplate(prompt).variables.flatMap((name) =>
    Object.hasOwn(variables, name) ? [[name, variables[name] ?? ''] as const] : [],
  )
  const length = used.reduce((sum, [, values]) => sum + values.length, 0)
  return length > MAX_VARIABLES ? {} : Object.fromEntries(used)
}

/** The part of the form that `field` of the host's error (`requests.0.prompt`) speaks of. */
export function formPart(field: string | undefined): string | null {
  const match = /^requests\.\d+\.([^.]+)(?:\.(.+))?$/.exec(field ?? '')
  if (match === null) return null
  return match[1] === 'options' && match[2] !== undefined ? `options.${match[2]}` : (match[1] ?? null)
}
