/** Compares the options with what is known of the model's own. */
import type { Json, JsonObject } from '#contract/json.ts'
import { isRatio, RATIO_WORDS, type OptionField } from './option-fields.ts'
import { isObject, isSame, ownValue, type OptionPath } from './options-text.ts'
import type { SyntaxMistake } from './options-tree.ts'

/** Each is a kind with what its words need. */
export type OptionProblem =
  | {
      readonly kind:
        | 'required'
        | 'notNumber'
        | 'notInteger'
        | 'notBoolean'
        | 'notText'
        | 'notRatio'
        | 'notObject'
        | 'notList'
        /** None of the kinds of value that it takes. */
        | 'notAnyOf'
        | 'notListed'
    }
  | { readonly kind: 'below' | 'notAbove'; readonly min: number }
  | { readonly kind: 'above' | 'notBelow'; readonly max: number }
  | { readonly kind: 'notStep'; readonly step: number }
  | { readonly kind: 'tooShort'; readonly shortest: number }
  | { readonly kind: 'tooLong'; readonly longest: number }
  | { readonly kind: 'tooFew'; readonly least: number }
  | { readonly kind: 'tooMany'; readonly most: number }
  /** `near` is a listed value that reads the same, as JSON: `5` for `"5"`. */
  | { readonly kind: 'notListedType'; readonly near: string }

/** What there is to say at a place of the text of the options. */
export type MarkReason =
  | OptionProblem
  | { readonly kind: SyntaxMistake | 'notAnObject' | 'endless' | 'twice' | 'unknown' }
  | { readonly kind: 'missing'; readonly key: string }
  /** More digits than a number holds: `sent` is what arrives. */
  | { readonly kind: 'rounded'; readonly sent: string }
  | { readonly kind: 'refused'; readonly refused: number }

export interface OptionFinding {
  readonly path: OptionPath
  readonly problem: OptionProblem
  /** The button stays off until it is mended; the others are advice. */
  readonly isBlocking: boolean
}

/** The blocking problem of each key that has one, by the path joined with dots. */
export function checkOptions(
  fields: readonly OptionField[],
  options: JsonObject,
): ReadonlyMap<string, OptionProblem> {
  const blocking = findProblems(fields, options).filter(({ isBlocking }) => isBlocking)
  return new Map(blocking.map(({ path, problem }) => [path.join('.'), problem]))
}

/**
 * Everything that differs from what is known, in the order of the fields. Values outside an enum are advice: listings lag
 * behind their models. So is everything about a field that is only suggested.
 */
export function findProblems(fields: readonly OptionField[], options: JsonObject): readonly OptionFinding[] {
  return fields.flatMap((field) => checkField(field, ownValue(options, field.key), [field.key]))
}

function checkField(field: OptionField, value: Json | undefined, path: OptionPath): readonly OptionFinding[] {
  const find = (problem: OptionProblem | null): readonly OptionFinding[] =>
    problem === null ? [] : [{ path, problem, isBlocking: !isAdvice(problem) && field.isSuggested !== true }]
  if (value === undefined || value === null)
    return find(
      field.required && field.initial === undefined && value === undefined ? { kind: 'required' } : null,
    )
  const wrong = WRONG_KIND[field.kind]
  if (wrong !== undefined && !isOfKind(field, value)) return find({ kind: wrong })
  switch (field.kind) {
    case 'object':
      return field.fields.flatMap((inner) =>
        checkField(inner, ownValue(value as JsonObject, inner.key), [...path, inner.key]),
      )
    case 'list': {
      const items = value as readonly Json[]
      const { least, most } = field
      return [
        ...(least !== undefined && items.length < least ? find({ kind: 'tooFew', least }) : []),
        ...(most !== undefined && items.length > most ? find({ kind: 'tooMany', most }) : []),
        ...items.flatMap((item, index) => checkField(field.item, item, [...path, index])),
      ]
    }
    case 'oneOf': {
      const own = field.branches.filter((branch) => isOfKind(branch, value))
      const findings = own.map((branch) => checkField(branch, value, path))
      // The branch that fits best.
      return findings.toSorted((one, other) => one.length - other.length)[0] ?? []
    }
    case 'number':
      return find(numberProblem(field, value as number))
    case 'text':
      return find(textProblem(field, value as string))
    case 'ratio':
      return find(ratioProblem(field, value as string))
    case 'choice':
      return find(listedProblem(field.values, value))
    case 'switch':
    case 'json':
      return []
  }
}

/** What is wrong with a value of another kind. */
const WRONG_KIND = {
  number: 'notNumber',
  switch: 'notBoolean',
  text: 'notText',
  ratio: 'notRatio',
  object: 'notObject',
  list: 'notList',
  oneOf: 'notAnyOf',
  choice: undefined,
  json: undefined,
} as const

/** True where the value could be meant for this field, whatever else is wrong with it. */
export function isOfKind(field: OptionField, value: Json): boolean {
  switch (field.kind) {
    case 'choice':
      return field.values.some((listed) => isSame(listed, value) || typeof listed === typeof value)
    case 'ratio':
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'switch':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'oneOf':
      return field.branches.some((branch) => isOfKind(branch, value))
    case 'json':
      return true
  }
}

function numberProblem(field: Extract<OptionField, { kind: 'number' }>, value: number): OptionProblem | null {
  const { isInteger, min, max, isMinOut, isMaxOut, step } = field
  if (isInteger && !Number.isInteger(value)) return { kind: 'notInteger' }
  if (min !== undefined && isMinOut === true && value <= min) return { kind: 'notAbove', min }
  if (max !== undefined && isMaxOut === true && value >= max) return { kind: 'notBelow', max }
  if (min !== undefined && value < min) return { kind: 'below', min }
  if (max !== undefined && value > max) return { kind: 'above', max }
  return step !== undefined && step > 0 && !isMultiple(value, step) ? { kind: 'notStep', step } : null
}

/** Decimal fractions are not exact in binary: 0.3 is no whole multiple of 0.1 there. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}

function textProblem(field: Extract<OptionField, { kind: 'text' }>, value: string): OptionProblem | null {
  const { shortest, longest } = field
  const length = Array.from(value).length
  if (shortest !== undefined && length < shortest) return { kind: 'tooShort', shortest }
  return longest !== undefined && length > longest ? { kind: 'tooLong', longest } : null
}

function ratioProblem(field: Extract<OptionField, { kind: 'ratio' }>, value: string): OptionProblem | null {
  if (isRatio(value)) return field.isOpen ? null : listedProblem(field.values, value)
  return field.values.includes(value) || (field.isOpen && RATIO_WORDS.has(value.toLowerCase()))
    ? null
    : { kind: 'notRatio' }
}

function listedProblem(values: readonly Json[], value: Json): OptionProblem | null {
  if (values.some((listed) => isSame(listed, value))) return null
  const plain = (part: Json): string => (typeof part === 'string' ? part : JSON.stringify(part))
  const near = values.find((listed) => plain(listed) === plain(value))
  return near === undefined ? { kind: 'notListed' } : { kind: 'notListedType', near: JSON.stringify(near) }
}

function isAdvice({ kind }: OptionProblem): boolean {
  return kind === 'notListed' || kind === 'notListedType' || kind === 'notStep'
}
