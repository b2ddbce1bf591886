/**
 * What is said of one type of option, such as a number: how it is read from a schema, what fits it, what is wrong with a value.
 *
 * One file beside this describes each type, `option-types.ts` orders them, and the page has a control for each.
 */
import type { Json, JsonObject } from '../../json.ts'
import type { MediaType } from '../media.ts'

/** A step into an object (its key) or a list (its place, from 0). */
export type OptionPath = readonly (string | number)[]

export interface OptionFacts {
  readonly key: string
  readonly title?: string
  readonly description?: string
  readonly required: boolean
  readonly initial?: Json
  /** From a table or from experience: differing from it is never wrong. */
  readonly isSuggested?: true
}

/** A field of a type that is not asked for here. */
export interface AnyField extends OptionFacts {
  readonly kind: string
}

export interface AnyProblem {
  readonly kind: string
}

export interface OptionFinding<Problem = AnyProblem> {
  readonly path: OptionPath
  readonly problem: Problem
  /** The button stays off until it is mended; the others are advice. */
  readonly isBlocking: boolean
}

/** A property of a schema, as the types are asked about it. */
export interface Property {
  readonly key: string
  readonly schema: JsonObject
  readonly allowed:
    | { readonly by: 'values'; readonly values: readonly Json[] }
    /** Several kinds of value, as fields whose keys are empty; none where they are nested too deep. */
    | { readonly by: 'branches'; readonly branches: readonly AnyField[] }
    | { readonly by: 'type'; readonly name: string | undefined }
  readonly mediaType: MediaType
  /** The schema suggests: values beside an enum may be typed, and nothing is required. */
  readonly isOpen: boolean
  /** The field of a schema inside, its key empty; null where only the JSON editor can change it. */
  readonly fieldOf: (schema: JsonObject) => AnyField | null
  /** The fields of the properties of an object inside. */
  readonly fieldsOf: (schema: JsonObject) => readonly AnyField[]
}

export interface Check<Problem> {
  readonly find: (problem: Problem) => readonly OptionFinding[]
  /** As `find`, of what stops nothing. */
  readonly advise: (problem: Problem) => readonly OptionFinding[]
  /** What is found at a place inside the value. */
  readonly inside: (
    field: AnyField,
    value: Json | undefined,
    ...steps: OptionPath
  ) => readonly OptionFinding[]
}

/** What a type that holds fields asks of them. */
export interface AnyType {
  readonly fits: (field: AnyField, value: Json) => boolean
  readonly known: (field: AnyField) => readonly Json[]
  readonly offered: (field: AnyField) => readonly Json[]
  readonly first: (field: AnyField) => Json
  readonly inside: (field: AnyField, path: OptionPath) => AnyField | null
}

/** `Value` is what fits. */
export interface OptionType<
  Field extends AnyField,
  Problem extends AnyProblem = never,
  Value extends Json = Json,
> {
  /** What the field has beside its facts; null where the property is of another type. */
  read(property: Property, any: AnyType): Omit<Field, keyof OptionFacts> | null
  /** True where the value could be meant for the field, whatever else is wrong with it. */
  fits(value: Json, field: Field, any: AnyType): boolean
  /** What is wrong with a value that does not fit; null where any may be tried. */
  readonly misfit: Problem | null
  /** What is wrong with a value that fits. */
  check?(field: Field, value: Value, check: Check<Problem>, any: AnyType): readonly OptionFinding[]
  /** Values that are known beforehand, in the schema's order. */
  known?(field: Field, any: AnyType): readonly Json[]
  /** What the editor of the JSON offers, where that is not what is known. */
  offered?(field: Field, any: AnyType): readonly Json[]
  /** What a new value of a list starts as: of the right type, and the first that is allowed. */
  first(field: Field, any: AnyType): Json
  /** The field with the values that succeeded before, where it is open for them. */
  recall?(field: Field, values: readonly Json[]): Field
  /** The fields of the keys that its value has. */
  fields?(field: Field): readonly AnyField[]
  /** The field that describes the value at a path of at least one step. */
  inside?(field: Field, path: OptionPath, any: AnyType): AnyField | null
}
