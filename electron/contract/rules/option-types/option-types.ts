/**
 * The types of options, in the order in which a property of a schema is tried as each.
 *
 * What is none of them becomes a `json` field, which only the JSON editor can change: a schema suggests, it never limits.
 */
import type { Json } from '../../json.ts'
import { CHOICE, type ChoiceField, type ChoiceProblem } from './choice.ts'
import { LIST, type ListField, type ListProblem } from './list.ts'
import { NUMBER, type NumberField, type NumberProblem } from './number.ts'
import { OBJECT, type ObjectField, type ObjectProblem } from './object.ts'
import { ONE_OF, type OneOfField, type OneOfProblem } from './one-of.ts'
import type { AnyField, AnyProblem, AnyType, OptionFacts, OptionPath, OptionType } from './option-type.ts'
import { RATIO, type RatioField, type RatioProblem } from './ratio.ts'
import { SWITCH, type SwitchField, type SwitchProblem } from './switch.ts'
import { TEXT, type TextField, type TextProblem } from './text.ts'

interface JsonField extends OptionFacts {
  readonly kind: 'json'
}

export type OptionField =
  | RatioField
  | TextField
  | NumberField
  | ChoiceField
  | OneOfField
  | SwitchField
  | ObjectField
  | ListField
  | JsonField

export type OptionKind = OptionField['kind']
export type FieldOf<Kind extends OptionKind> = Extract<OptionField, { kind: Kind }>

/** Each is a kind with what its words need. */
export type OptionProblem =
  | { readonly kind: 'required' }
  | RatioProblem
  | TextProblem
  | NumberProblem
  | ChoiceProblem
  | OneOfProblem
  | SwitchProblem
  | ObjectProblem
  | ListProblem

const JSON_TYPE: OptionType<JsonField> = {
  read: () => ({ kind: 'json' }),
  fits: () => true,
  misfit: null,
  first: () => ({}),
}

export const OPTION_TYPES: { readonly [Kind in OptionKind]: OptionType<FieldOf<Kind>, OptionProblem> } = {
  ratio: RATIO,
  text: TEXT,
  number: NUMBER,
  choice: CHOICE,
  oneOf: ONE_OF,
  switch: SWITCH,
  object: OBJECT,
  list: LIST,
  json: JSON_TYPE,
}

/** Every field was made by one of the types. */
export function kindOf({ kind }: AnyField): OptionKind {
  return kind as OptionKind
}

export function typeOf(field: AnyField): OptionType<AnyField, AnyProblem> {
  return OPTION_TYPES[kindOf(field)]
}

/** True where the value could be meant for this field, whatever else is wrong with it. */
export function isOfKind(field: AnyField, value: Json): boolean {
  return typeOf(field).fits(value, field, ANY_TYPE)
}

/** Values of a field that are known beforehand, in the schema's order. */
export function knownValues(field: AnyField): readonly Json[] {
  return typeOf(field).known?.(field, ANY_TYPE) ?? []
}

/** What the editor of the JSON offers for a field. */
export function offeredValues(field: AnyField): readonly Json[] {
  return typeOf(field).offered?.(field, ANY_TYPE) ?? knownValues(field)
}

/** What a new value of a list starts as. */
export function firstValue(field: AnyField): Json {
  return field.initial === undefined ? typeOf(field).first(field, ANY_TYPE) : field.initial
}

/** The fields of the keys that the value of a field has. */
export function fieldsIn(field: AnyField): readonly AnyField[] {
  return typeOf(field).fields?.(field) ?? []
}

function fieldInside(field: AnyField, path: OptionPath): AnyField | null {
  return path.length === 0 ? field : (typeOf(field).inside?.(field, path, ANY_TYPE) ?? null)
}

export const ANY_TYPE: AnyType = {
  fits: isOfKind,
  known: knownValues,
  offered: offeredValues,
  first: firstValue,
  inside: fieldInside,
}

/** The field with the values that succeeded before as suggestions, where it is open for them. */
export function recallValues(field: OptionField, values: readonly Json[]): OptionField {
  return (typeOf(field).recall?.(field, values) ?? field) as OptionField
}

/** The field that describes the value at a path, null where none does. */
export function fieldAt(fields: readonly AnyField[], [step, ...rest]: OptionPath): AnyField | null {
  const field = fields.find(({ key }) => key === step)
  return field === undefined ? null : fieldInside(field, rest)
}
