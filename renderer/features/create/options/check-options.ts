/** Compares the options with what the model's schema says of them. */
import type { JsonObject } from '#contract/json.ts'
import type { OptionField } from './option-fields.ts'

export type OptionProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'notNumber' }
  | { readonly kind: 'notInteger' }
  | { readonly kind: 'below'; readonly min: number }
  | { readonly kind: 'above'; readonly max: number }
  | { readonly kind: 'notBoolean' }
  | { readonly kind: 'notText' }
  | { readonly kind: 'notRatio' }

const RATIO = /^\d+(\.\d+)?:\d+(\.\d+)?$/

/** The problem of each key that has one. Values outside an enum pass: listings lag behind their models. */
export function checkOptions(
  fields: readonly OptionField[],
  options: JsonObject,
): ReadonlyMap<string, OptionProblem> {
  const problems = new Map<string, OptionProblem>()
  for (const field of fields) {
    const problem = checkField(field, options)
    if (problem !== null) problems.set(field.key, problem)
  }
  return problems
}

function checkField(field: OptionField, options: JsonObject): OptionProblem | null {
  const value = options[field.key]
  if (value === undefined || value === null)
    return field.required && field.initial === undefined && value === undefined ? { kind: 'required' } : null
  switch (field.kind) {
    case 'number':
      if (typeof value !== 'number') return { kind: 'notNumber' }
      if (field.isInteger && !Number.isInteger(value)) return { kind: 'notInteger' }
      if (field.min !== undefined && value < field.min) return { kind: 'below', min: field.min }
      if (field.max !== undefined && value > field.max) return { kind: 'above', max: field.max }
      return null
    case 'switch':
      return typeof value === 'boolean' ? null : { kind: 'notBoolean' }
    case 'text':
      return typeof value === 'string' ? null : { kind: 'notText' }
    case 'ratio':
      return typeof value === 'string' && (RATIO.test(value) || field.values.includes(value))
        ? null
        : { kind: 'notRatio' }
    case 'choice':
    case 'json':
      return null
  }
}
