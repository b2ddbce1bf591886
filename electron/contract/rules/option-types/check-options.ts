/** Compares the options with what is known of the model's own. */
import type { Json, JsonObject } from '../../json.ts'
import { ownValue } from '../json-values.ts'
import type { AnyField, AnyProblem, OptionFinding, OptionPath } from './option-type.ts'
import { ANY_TYPE, isOfKind, type OptionField, type OptionProblem, typeOf } from './option-types.ts'

/** The blocking problem of each key that has one, by the path joined with dots. */
export function checkOptions(
  fields: readonly OptionField[],
  options: JsonObject,
): ReadonlyMap<string, OptionProblem> {
  const blocking = findProblems(fields, options).filter(({ isBlocking }) => isBlocking)
  return new Map(blocking.map(({ path, problem }) => [path.join('.'), problem]))
}

/**
 * Everything that differs from what is known, in the order of the fields. What is wrong with a field that is only suggested is
 * advice.
 */
export function findProblems(
  fields: readonly OptionField[],
  options: JsonObject,
): readonly OptionFinding<OptionProblem>[] {
  const found = fields.flatMap((field) => checkField(field, ownValue(options, field.key), [field.key]))
  return found as readonly OptionFinding<OptionProblem>[]
}

function checkField(field: AnyField, value: Json | undefined, path: OptionPath): readonly OptionFinding[] {
  const find = (problem: AnyProblem) => [{ path, problem, isBlocking: field.isSuggested !== true }]
  if (value === undefined || value === null) {
    const isMissing = field.required && field.initial === undefined && value === undefined
    return isMissing ? find({ kind: 'required' }) : []
  }
  const type = typeOf(field)
  if (type.misfit !== null && !isOfKind(field, value)) return find(type.misfit)
  const check = {
    find,
    advise: (problem: AnyProblem) => [{ path, problem, isBlocking: false }],
    inside: (inner: AnyField, part: Json | undefined, ...steps: OptionPath) =>
      checkField(inner, part, [...path, ...steps]),
  }
  return type.check?.(field, value, check, ANY_TYPE) ?? []
}
