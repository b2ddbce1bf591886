/** Which fields a matrix can vary, and which values of an option can be picked instead of typed. */
import type { Json } from '#contract/json.ts'
import type { OptionField } from '../options/option-fields.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import type { Axis } from './batch-settings.ts'
import { SEED_KEYS } from './plan-axes.ts'

/** An axis as a choice of a list: `option:` names a known key, `other` one that is typed. */
export type AxisChoice = 'model' | 'prompt' | 'seed' | 'other' | `option:${string}` | `variable:${string}`

const MOST_PICKS = 24

export function choiceOf(axis: Axis, fields: readonly OptionField[]): AxisChoice {
  if (axis.field === 'variable') return `variable:${axis.name}`
  if (axis.field !== 'option') return axis.field
  return !axis.isTyped && fields.some(({ key }) => key === axis.key) ? `option:${axis.key}` : 'other'
}

/** The choices in the order they are offered, those in `taken` left out. */
export function axisChoices(
  fields: readonly OptionField[],
  prompts: readonly PlannedPrompt[],
  taken: readonly AxisChoice[],
): readonly AxisChoice[] {
  const variables = new Set(prompts.flatMap(({ cell }) => cell?.map(({ axis }) => axis) ?? []))
  const all: readonly AxisChoice[] = [
    'model',
    ...(prompts.length > 1 ? (['prompt'] as const) : []),
    ...Array.from(variables, (name) => `variable:${name}` as const),
    'seed',
    ...fields
      .filter(({ key, kind }) => kind !== 'json' && !SEED_KEYS.includes(key))
      .map(({ key }) => `option:${key}` as const),
    'other',
  ]
  return all.filter((choice) => choice === 'other' || !taken.includes(choice))
}

export function axisFrom(choice: AxisChoice, models: Extract<Axis, { field: 'model' }>['models']): Axis {
  if (choice === 'model') return { field: 'model', models }
  if (choice === 'prompt') return { field: 'prompt' }
  if (choice === 'seed') return { field: 'seed', values: '' }
  if (choice.startsWith('variable:')) return { field: 'variable', name: choice.slice('variable:'.length) }
  return {
    field: 'option',
    key: choice === 'other' ? '' : choice.slice('option:'.length),
    values: '',
    isTyped: choice === 'other',
  }
}

/** Values of an option that are known beforehand, in the schema's order. */
export function picksOf(field: OptionField | undefined): readonly Json[] {
  switch (field?.kind) {
    case 'choice':
    case 'ratio':
      return field.values.slice(0, MOST_PICKS)
    case 'switch':
      return [true, false]
    case 'text':
      return field.suggestions.slice(0, MOST_PICKS)
    default:
      return []
  }
}
