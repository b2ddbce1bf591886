import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { findProblems } from '#contract/rules/option-types/check-options.ts'
import {
  fieldAt,
  fieldsIn,
  firstValue,
  isOfKind,
  knownValues,
  offeredValues,
  OPTION_TYPES,
  type OptionField,
  type OptionKind,
  type OptionProblem,
  recallValues,
} from '#contract/rules/option-types/option-types.ts'
import { readFields } from '#contract/rules/option-types/read-fields.ts'

interface Row {
  readonly schema: JsonObject
  /** What a new value of a list starts as. */
  readonly first: Json
  readonly known: readonly Json[]
  /** What the editor of the JSON offers, where that is not what is known. */
  readonly offered?: readonly Json[]
  /** A value that nothing is said against. */
  readonly right: Json
  /** A value of another kind, null where any may be tried. */
  readonly other: Json
  /** Values of the kind, each with what is said of it. */
  readonly said: readonly (readonly [value: Json, ...problems: OptionProblem[]])[]
}

/** A type that has no row does not compile. */
const ROWS: Readonly<Record<OptionKind, Row>> = {
  ratio: {
    schema: { enum: ['auto', '1:1', '16:9'] },
    first: 'auto',
    known: ['auto', '1:1', '16:9'],
    right: '16:9',
    other: 5,
    said: [
      ['wide', { kind: 'notRatio' }],
      ['4:3', { kind: 'notListed' }],
    ],
  },
  text: {
    schema: { type: 'string', examples: ['ink', 'oil'], minLength: 2, maxLength: 4 },
    first: '',
    known: ['ink', 'oil'],
    right: 'any',
    other: 5,
    said: [
      ['a', { kind: 'tooShort', shortest: 2 }],
      ['pastel', { kind: 'tooLong', longest: 4 }],
    ],
  },
  number: {
    schema: { type: 'integer', minimum: 2, exclusiveMaximum: 9, multipleOf: 2, examples: [4, 6] },
    first: 2,
    known: [4, 6],
    right: 8,
    other: '8',
    said: [
      [2.5, { kind: 'notInteger' }],
      [0, { kind: 'below', min: 2 }],
      [9, { kind: 'notBelow', max: 9 }],
      [3, { kind: 'notStep', step: 2 }],
    ],
  },
  choice: {
    schema: { enum: ['5', '10', true] },
    first: '5',
    known: ['5', '10', true],
    right: '10',
    other: null,
    said: [
      [5, { kind: 'notListedType', near: '"5"' }],
      ['15', { kind: 'notListed' }],
    ],
  },
  oneOf: {
    schema: { anyOf: [{ enum: [1, 2] }, { type: 'object', properties: { width: { type: 'integer' } } }] },
    first: 1,
    known: [1, 2],
    offered: [1, 2, {}],
    right: { width: 5 },
    other: 'square',
    said: [
      [3, { kind: 'notListed' }],
      [{ width: 'a' }, { kind: 'notNumber' }],
    ],
  },
  switch: {
    schema: { type: 'boolean' },
    first: false,
    known: [true, false],
    right: true,
    other: 'yes',
    said: [],
  },
  object: {
    schema: { properties: { path: { type: 'string' } }, required: ['path'] },
    first: {},
    known: [],
    offered: [{}],
    right: { path: 'a', more: 1 },
    other: [],
    said: [
      [{}, { kind: 'required' }],
      [{ path: 1 }, { kind: 'notText' }],
    ],
  },
  list: {
    schema: { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 2 },
    first: [],
    known: [],
    offered: [[]],
    right: [1],
    other: {},
    said: [
      [[], { kind: 'tooFew', least: 1 }],
      [[1, 2, '3'], { kind: 'tooMany', most: 2 }, { kind: 'notNumber' }],
    ],
  },
  json: { schema: {}, first: {}, known: [], right: [{ any: 'thing' }], other: null, said: [] },
}

const KINDS = Object.keys(ROWS) as readonly OptionKind[]

function fieldOf(schema: JsonObject): OptionField {
  const [field] = readFields({ properties: { it: schema } }, 'image')
  if (field === undefined) throw new Error('The schema has one property.')
  return field
}

describe.each(KINDS)('an option of the type %s', (kind) => {
  const { schema, first, known, offered = known, right, other, said } = ROWS[kind]
  const field = fieldOf(schema)
  const problemsOf = (value: Json) => findProblems([field], { it: value }).map(({ problem }) => problem)

  it('is read from its schema, with its values', () => {
    expect(field.kind).toBe(kind)
    expect([firstValue(field), knownValues(field), offeredValues(field)]).toEqual([first, known, offered])
  })
  it('says what is wrong with a value', () => {
    expect(said.map(([value]) => [value, ...problemsOf(value)])).toEqual(said)
    expect(problemsOf(right)).toEqual([])
    expect(isOfKind(field, first)).toBe(true)
  })
  it('tells a value of another kind', () => {
    const { misfit } = OPTION_TYPES[kind]
    expect(other === null ? [] : problemsOf(other)).toEqual(misfit === null ? [] : [misfit])
    expect(other === null).toBe(misfit === null)
  })
})

it('remembers values that succeeded where a field is open for them', () => {
  const recalled = (schema: JsonObject, ...values: Json[]) =>
    knownValues(recallValues(fieldOf(schema), values))
  expect(recalled({ type: 'string', examples: ['ink'] }, 'oil', 5, 'ink')).toEqual(['ink', 'oil'])
  expect(recalled({ type: 'string', examples: ['1:1'] }, '3:2', 'wide')).toEqual(['1:1', '3:2'])
  expect(recalled({ enum: ['1:1'] }, '3:2')).toEqual(['1:1'])
  expect(recalled({ enum: ['ink', 'oil'] }, 'chalk')).toEqual(['ink', 'oil'])
})

it('finds the field of a place, through lists, objects and kinds of value', () => {
  const properties = { width: { type: 'integer' } }
  const size = { anyOf: [{ enum: ['square'] }, { type: 'object', properties }] }
  const fields = readFields({ properties: { sizes: { type: 'array', items: size } } }, 'image')
  expect(fieldAt(fields, ['sizes'])).toMatchObject({ kind: 'list' })
  expect(fieldAt(fields, ['sizes', 2])).toMatchObject({ kind: 'oneOf' })
  expect(fieldAt(fields, ['sizes', 2, 'width'])).toMatchObject({ kind: 'number' })
  expect(fieldAt(fields, ['sizes', 'width'])).toBeNull()
  expect(fieldAt(fields, ['sizes', 2, 'height'])).toBeNull()
  expect(fieldsIn(fieldOf({ properties })).map(({ key }) => key)).toEqual(['width'])
})
