/** Reads the axes of a matrix into the values that they stand for, or into what is wrong with one of them. */
import type { Json } from '#contract/json.ts'
import { isLongInteger, type Seed } from '#contract/rules/exact-seeds.ts'
import type { ChosenModel } from '../model/models-store.ts'
import { checkOptions } from '#contract/rules/option-types/check-options.ts'
import type { OptionProblem } from '#contract/rules/option-types/option-types.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import { parseValues, valueLabels } from './axis-values.ts'
import type { Axis } from './batch-settings.ts'

/** What one value of an axis changes in the request. */
export type Change =
  | { readonly field: 'model'; readonly model: ChosenModel }
  | { readonly field: 'option'; readonly key: string; readonly value: Json }
  | { readonly field: 'seed'; readonly seed: Seed }
  | { readonly field: 'prompt'; readonly prompt: string }
  | { readonly field: 'variable'; readonly name: string; readonly value: string }

export interface PlannedAxis {
  /** `model`, `prompt` or `seed`, else the key of an option or the name of a variable. */
  readonly name: string
  readonly values: readonly { readonly label: string; readonly change: Change }[]
}

/** A value, as JSON, that the schema of a model does not take. */
export interface WrongValue {
  readonly kind: 'value'
  readonly value: string
  readonly problem: OptionProblem
}

/** What is wrong with an axis, or with the seeds. */
export type AxisProblem =
  | { readonly kind: 'empty' | 'noKey' | 'noAlternatives' | 'twice' | 'holdsVariable' | 'unset' | 'order' }
  | { readonly kind: 'unreadable'; readonly part: string }
  | { readonly kind: 'notSeed'; readonly value: string }
  | WrongValue

/** What the axes are checked against. */
export interface AxisFacts {
  readonly prompts: readonly PlannedPrompt[]
  /** The fields of every model that takes part. */
  readonly fields: readonly (readonly OptionField[])[]
}

/** The longest value that `provenance.cell` takes. */
const MAX_VALUE = 2_000
const MAX_NAME = 200

/** `before` are the axes in front of this one: of two that do not go together, the later one is wrong. */
export function planAxis(
  axis: Axis,
  before: readonly Axis[],
  { prompts, fields }: AxisFacts,
): PlannedAxis | AxisProblem {
  if (before.some((other) => isSameField(axis, other))) return { kind: 'twice' }
  switch (axis.field) {
    case 'model':
      return axis.models.length === 0 ? { kind: 'empty' } : modelAxis(axis.models)
    case 'prompt': {
      if (before.some(({ field }) => field === 'variable')) return { kind: 'holdsVariable' }
      const texts = Array.from(new Set(prompts.map(({ prompt }) => prompt)))
      if (texts.length < 2) return { kind: 'noAlternatives' }
      return axisOf('prompt', texts, texts, (prompt) => ({ field: 'prompt', prompt }))
    }
    case 'variable':
      if (before.some(({ field }) => field === 'prompt')) return { kind: 'holdsVariable' }
      return variableAxis(axis.name, prompts)
    case 'seed':
      return seedAxis(axis.values, fields)
    case 'option':
      return optionAxis(axis.key.trim(), axis.values, fields)
  }
}

function isSameField(axis: Axis, other: Axis): boolean {
  if (axis.field === 'option' && other.field === 'option') return axis.key.trim() === other.key.trim()
  if (axis.field === 'variable' && other.field === 'variable') return axis.name === other.name
  const [seed, option] = axis.field === 'seed' ? [axis, other] : [other, axis]
  if (seed.field === 'seed' && option.field === 'option') return SEED_KEYS.includes(option.key.trim())
  return axis.field === other.field
}

/** Keys under which models take a seed, the usual one first. */
export const SEED_KEYS: readonly string[] = ['seed', 'random_seed', 'noise_seed', 'rand_seed']

/** The key under which a model of these fields takes its seed. */
export function seedKey(fields: readonly OptionField[]): string {
  return SEED_KEYS.find((key) => fields.some((field) => field.key === key)) ?? 'seed'
}

function modelAxis(models: readonly ChosenModel[]): PlannedAxis {
  const isAlone = ({ id }: ChosenModel): boolean => models.filter((model) => model.id === id).length === 1
  return axisOf(
    'model',
    models.map((model) => (isAlone(model) ? model.id : `${model.provider} / ${model.id}`)),
    models,
    (model) => ({ field: 'model', model }),
  )
}

function variableAxis(name: string, prompts: readonly PlannedPrompt[]): PlannedAxis | AxisProblem {
  const found = prompts.flatMap(
    ({ cell }) => cell?.filter(({ axis }) => axis === name).map(({ value }) => value) ?? [],
  )
  const values = Array.from(new Set(found))
  if (values.length === 0) return { kind: 'empty' }
  return axisOf(name, values, values, (value) => ({ field: 'variable', name, value }))
}

function seedAxis(typed: string, fields: AxisFacts['fields']): PlannedAxis | AxisProblem {
  const parsed = parseValues(typed, { isSeed: true })
  if (!parsed.ok) return { kind: 'unreadable', part: shorten(parsed.part) }
  if (parsed.values.length === 0) return { kind: 'empty' }
  const seeds: Seed[] = []
  for (const value of parsed.values) {
    if (!isLongInteger(value) && (typeof value !== 'number' || !Number.isSafeInteger(value)))
      return { kind: 'notSeed', value: shorten(JSON.stringify(value)) }
    seeds.push(value)
  }
  const wrong = wrongSeed(seeds, fields)
  if (wrong !== null) return wrong
  return axisOf('seed', valueLabels(seeds), seeds, (seed) => ({ field: 'seed', seed }))
}

function optionAxis(key: string, typed: string, fields: AxisFacts['fields']): PlannedAxis | AxisProblem {
  if (key === '') return { kind: 'noKey' }
  const parsed = parseValues(typed, { isSeed: SEED_KEYS.includes(key) })
  if (!parsed.ok) return { kind: 'unreadable', part: shorten(parsed.part) }
  if (parsed.values.length === 0) return { kind: 'empty' }
  for (const some of fields) {
    const wrong = wrongValue(key, parsed.values, some)
    if (wrong !== null) return wrong
  }
  return axisOf(key, valueLabels(parsed.values), parsed.values, (value) => ({ field: 'option', key, value }))
}

/** The first seed that a model's schema does not take. */
export function wrongSeed(seeds: readonly Seed[], fields: AxisFacts['fields']): WrongValue | null {
  for (const some of fields) {
    const wrong = wrongValue(seedKey(some), seeds, some)
    if (wrong !== null) return wrong
  }
  return null
}

function wrongValue(key: string, values: readonly Json[], fields: readonly OptionField[]): WrongValue | null {
  const own = fields.filter((field) => field.key === key)
  for (const value of values) {
    const [problem] = checkOptions(own, { [key]: value }).values()
    if (problem !== undefined) return { kind: 'value', value: shorten(JSON.stringify(value)), problem }
  }
  return null
}

function axisOf<Value>(
  name: string,
  labels: readonly string[],
  values: readonly Value[],
  changeTo: (value: Value) => Change,
): PlannedAxis {
  return {
    name: name.slice(0, MAX_NAME),
    values: values.map((value, index) => ({
      label: (labels[index] ?? '').slice(0, MAX_VALUE),
      change: changeTo(value),
    })),
  }
}

/** As much of a value as a message has room for. */
function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value
}
