import { describe, expect, it } from 'vitest'
import type { Model, ModelKnowledge, OptionMemory } from '#contract/models.ts'
import {
  completeKeys,
  completeValues,
  placeAt,
} from '#renderer/features/create/options/editor/completions.ts'
import { readFields } from '#contract/rules/option-types/read-fields.ts'
import { arrangeFields, knowOptions } from '#renderer/features/create/options/know-options.ts'
import { markOptions } from '#renderer/features/create/options/editor/option-marks.ts'

const option = (key: string, values: OptionMemory['values'], succeeded = 1, refused = 0): OptionMemory => ({
  key,
  values,
  succeeded,
  refused,
})
const knowledge = (parts: Partial<ModelKnowledge>): ModelKnowledge => ({
  options: [],
  refusesDataUris: false,
  succeeded: 0,
  failed: 0,
  ...parts,
})
const model: Model = {
  id: 'm',
  provider: 'p',
  label: 'M',
  mediaTypes: [],
  scenes: [],
  raw: null,
  optionSchema: {
    required: ['style'],
    properties: {
      size: {
        type: 'object',
        required: ['width'],
        properties: { width: { type: 'integer', maximum: 9 }, height: { type: 'integer' } },
      },
      style: { enum: ['ink', 'oil'], default: 'oil', description: 'The hand.' },
      image_input: { type: 'array' },
    },
  },
}

describe('what is known of the options', () => {
  it('comes from the listing first, then the table, then what was accepted, then what is usual', () => {
    const table = { properties: { steps: { type: 'integer' } } }
    const learned = knowledge({ options: [option('cfg', [7])] })
    expect(knowOptions('image', model, knowledge({ tableSchema: table })).source).toBe('listing')
    expect(knowOptions('image', undefined, { ...learned, tableSchema: table }).source).toBe('table')
    expect(knowOptions('image', undefined, learned).source).toBe('memory')
    expect(knowOptions('image', undefined, knowledge({})).source).toBe('common')
  })
  it('offers what succeeded under its own type, also where the usual type is another', () => {
    const learned = knowledge({
      options: [
        option('duration', ['5', '10']),
        option('cfg', [7, 7.5]),
        option('tile', [true]),
        option('bad', [1], 0, 2),
      ],
    })
    const { fields } = knowOptions('video', undefined, learned)
    const named = Object.fromEntries(fields.map((field) => [field.key, field]))
    expect(named['duration']).toMatchObject({ kind: 'text', suggestions: ['5', '10'] })
    expect(named['cfg']).toMatchObject({ kind: 'number', suggestions: [7, 7.5] })
    expect(named['tile']).toMatchObject({ kind: 'switch' })
    expect(named['bad']).toBeUndefined()
  })
})

describe('the marks in the text', () => {
  const marked = (text: string, parts: Partial<ModelKnowledge> = {}) =>
    markOptions(text, knowOptions('image', model, knowledge(parts))).map(({ from, to, severity, reason }) => [
      text.slice(from, to),
      severity,
      reason.kind,
    ])

  it('stand exactly at what they speak of', () => {
    expect(marked('{"style": "ink", "size": {"width": 10, "height": "1"}, "new": 1}')).toEqual([
      ['10', 'error', 'above'],
      ['"1"', 'error', 'notNumber'],
      ['"new"', 'info', 'unknown'],
    ])
    expect(marked('{"style": "pen"}')).toEqual([['"pen"', 'warning', 'notListed']])
    expect(marked('{"style": "ink", "size": {}}')).toEqual([['{', 'error', 'missing']])
    expect(marked('{"style": }')).toEqual([['}', 'error', 'other']])
    expect(marked('[]')).toEqual([['[]', 'error', 'notAnObject']])
  })
  it('tell of keys that stand twice and numbers that lose digits', () => {
    expect(marked('{"style": "ink", "style": "oil", "image_input": 12345678901234567890}')).toEqual([
      ['"style"', 'warning', 'twice'],
      ['12345678901234567890', 'warning', 'rounded'],
    ])
    expect(marked('{"style": "ink", "image_input": 9007199254740992}')).toEqual([])
  })
  it('warn of a key that only refused tasks had, and are silent about one that succeeded', () => {
    const options = [option('bad', [1], 0, 2), option('good', [1])]
    expect(marked('{"style": "ink", "bad": 1, "good": 1}', { options })).toEqual([
      ['"bad"', 'warning', 'refused'],
    ])
  })
})

describe('the place of the cursor', () => {
  const at = (marked: string) => {
    const place = placeAt(marked.replace('|', ''), marked.indexOf('|'))
    return place && [place.role, place.path, marked.replace('|', '').slice(place.from, place.to)]
  }
  it.each([
    ['{|}', ['key', [], '']],
    ['{"st|"}', ['key', [], '"st"']],
    ['{"a": 1, "|', ['key', [], '"']],
    ['{"a": |}', ['value', ['a'], '']],
    ['{"a": tr|}', ['value', ['a'], 'tr']],
    ['{"a": {"b": "x|"}}', ['value', ['a', 'b'], '"x"']],
    ['{"a": [1, |]}', ['value', ['a', 1], '']],
    ['{"a": {|}}', ['key', ['a'], '']],
    ['{"a": 1 |}', null],
    ['{"a": "x"|}', null],
    ['|', null],
  ])('is found in %s', (text, place) => expect(at(text)).toEqual(place))
})

describe('completions', () => {
  const known = knowOptions(
    'image',
    model,
    knowledge({ options: [option('seed', [7]), option('bad', [1], 0, 1)] }),
  )
  it('are the keys not yet there, those required first, and what was accepted before', () => {
    expect(completeKeys(known, [], new Set(['size'])).map(({ text }) => text)).toEqual([
      '"style"',
      '"image_input"',
      '"seed"',
    ])
    expect(completeKeys(known, ['size'], new Set()).map(({ text }) => text)).toEqual(['"width"', '"height"'])
  })
  it("are the values, the model's own first", () => {
    expect(completeValues(known, ['style'])).toEqual([{ text: '"oil"', isInitial: true }, { text: '"ink"' }])
    expect(completeValues(known, ['seed'])).toEqual([{ text: '7' }])
  })
})

it('leaves what the listing calls internal to the JSON, and seldom used options to "More options"', () => {
  const properties = {
    aspect_ratio: { enum: ['1:1', '3:2'] },
    output_format: { enum: ['png', 'jpeg'] },
    strength: { type: 'number' },
    result_shape: { enum: ['lists', 'urls'], 'x-internal': true },
    tempo: { type: 'integer' },
  }
  const { first, more } = arrangeFields(readFields({ properties }, 'image'))
  expect([first, more].map((fields) => fields.map(({ key }) => key))).toEqual([
    ['aspect_ratio', 'tempo'],
    ['output_format', 'strength'],
  ])
})
