import { describe, expect, it } from 'vitest'
import { checkOptions, findProblems } from '#contract/rules/option-types/check-options.ts'
import { readFields } from '#contract/rules/option-types/read-fields.ts'

const SCHEMA = {
  type: 'object',
  required: ['style'],
  properties: {
    prompt: { type: 'string' },
    aspect_ratio: { type: 'string', enum: ['auto', '1:1', '16:9'], default: '1:1' },
    style: { oneOf: [{ const: 'ink' }, { const: 'oil' }] },
    seed: { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    strength: { type: 'number', multipleOf: 0.1, exclusiveMinimum: 0 },
    tile: { type: 'boolean' },
    negative_prompt: { type: 'string', title: 'Avoid', maxLength: 5 },
    quality: { type: 'string', examples: ['draft', 'fine'] },
    shape: { type: 'string', examples: ['1:1', '2:3'] },
    loras: {
      type: 'array',
      maxItems: 2,
      items: { type: 'object', properties: { path: { type: 'string' } } },
    },
    image_size: {
      anyOf: [
        { type: 'string', enum: ['square', 'wide'] },
        { type: 'object', required: ['width'], properties: { width: { type: 'integer', maximum: 99 } } },
      ],
    },
    duration: { anyOf: [{ enum: ['5'] }, { enum: ['10'] }, { type: 'null' }] },
    voice: { anyOf: [{ type: 'string' }, { enum: ['deep', 'bright'] }] },
    anything: {},
    image_input: { type: 'array', items: { type: 'string' } },
  },
}

describe('the fields of a schema', () => {
  const fields = readFields(SCHEMA, 'image')
  const check = (options: Parameters<typeof checkOptions>[1]) =>
    Object.fromEntries(checkOptions(fields, options))
  const advice = (options: Parameters<typeof checkOptions>[1]) =>
    findProblems(fields, { style: 'ink', ...options }).filter(({ isBlocking }) => !isBlocking)

  it('are the controls that fit, without the prompt and the media', () => {
    expect(fields.map(({ key, kind }) => [key, kind])).toEqual([
      ['aspect_ratio', 'ratio'],
      ['style', 'choice'],
      ['seed', 'number'],
      ['strength', 'number'],
      ['tile', 'switch'],
      ['negative_prompt', 'text'],
      ['quality', 'text'],
      ['shape', 'ratio'],
      ['loras', 'list'],
      ['image_size', 'oneOf'],
      ['duration', 'choice'],
      ['voice', 'text'],
      ['anything', 'json'],
    ])
    expect(fields.find(({ key }) => key === 'voice')).toMatchObject({ suggestions: ['deep', 'bright'] })
  })
  it('tell what is wrong with a value, keeping types apart', () => {
    expect(check({ style: 'ink', seed: 5, aspect_ratio: '21:9', loras: [] })).toEqual({})
    expect(check({ style: 'something new', seed: '5', tile: 'yes', aspect_ratio: 'wide' })).toEqual({
      seed: { kind: 'notNumber' },
      tile: { kind: 'notBoolean' },
      aspect_ratio: { kind: 'notRatio' },
    })
    expect(check({ seed: 12 })).toEqual({ style: { kind: 'required' }, seed: { kind: 'above', max: 9 } })
    expect(check({ style: 'ink', seed: 1.5, negative_prompt: 4, strength: 0 })).toEqual({
      seed: { kind: 'notInteger' },
      negative_prompt: { kind: 'notText' },
      strength: { kind: 'notAbove', min: 0 },
    })
    expect(check({ style: 'ink', negative_prompt: 'too long' })).toEqual({
      negative_prompt: { kind: 'tooLong', longest: 5 },
    })
  })
  it('look into lists, objects and kinds of value', () => {
    expect(
      check({ style: 'ink', loras: [{ path: 1 }, { path: 'a' }, {}], image_size: { width: 100 } }),
    ).toEqual({
      loras: { kind: 'tooMany', most: 2 },
      'loras.0.path': { kind: 'notText' },
      'image_size.width': { kind: 'above', max: 99 },
    })
    expect(check({ style: 'ink', loras: 'a', image_size: {} })).toEqual({
      loras: { kind: 'notList' },
      'image_size.width': { kind: 'required' },
    })
    expect(check({ style: 'ink', image_size: 5 })).toEqual({ image_size: { kind: 'notAnyOf' } })
  })
  it('only advise about a value that is not listed, and tell the listed one that reads the same', () => {
    expect(advice({ duration: 5, quality: 'huge', image_size: 'tall' })).toEqual([
      { path: ['image_size'], problem: { kind: 'notListed' }, isBlocking: false },
      { path: ['duration'], problem: { kind: 'notListedType', near: '"5"' }, isBlocking: false },
    ])
    expect(advice({ strength: 0.3, aspect_ratio: '21:9' })).toMatchObject([
      { problem: { kind: 'notListed' } },
    ])
    expect(advice({ strength: 0.35 })).toMatchObject([{ problem: { kind: 'notStep', step: 0.1 } }])
  })
  it('never take what every object has for a value', () => {
    const odd = readFields({ properties: { constructor: { type: 'string' } } }, 'image')
    expect([...checkOptions(odd, {})]).toEqual([])
  })
})

describe('a ratio and a resolution that the schema leaves open', () => {
  const open = { type: 'string' }
  it('are offered as what is usual, and stay open', () => {
    expect(readFields({ properties: { aspect_ratio: open, resolution: open } }, 'video')).toEqual([
      {
        key: 'aspect_ratio',
        required: false,
        kind: 'ratio',
        isOpen: true,
        values: ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'],
      },
      { key: 'resolution', required: false, kind: 'text', suggestions: ['480p', '720p', '1080p'] },
    ])
  })
  it("are offered as the schema's own examples, and stay open", () => {
    const properties = {
      aspect_ratio: { ...open, examples: ['5:4', '1:1'] },
      resolution: { ...open, examples: ['512', '1K'] },
    }
    expect(readFields({ properties }, 'image')).toMatchObject([
      { kind: 'ratio', isOpen: true, values: ['5:4', '1:1'] },
      { kind: 'text', suggestions: ['512', '1K'] },
    ])
  })
  it('are limited where the schema lists them', () => {
    expect(readFields({ properties: { aspect_ratio: { enum: ['auto', '1:1'] } } }, 'image')).toMatchObject([
      { kind: 'ratio', isOpen: false, values: ['auto', '1:1'] },
    ])
  })
})

it('takes a schema that only suggests as suggestions: nothing is wrong, everything may be typed', () => {
  const schema = {
    required: ['duration'],
    properties: {
      duration: { enum: [4, 6] },
      size: { enum: ['a'] },
      aspect_ratio: { enum: ['1:1', 'auto'] },
    },
  }
  const fields = readFields(schema, 'video', { isOpen: true })
  expect(fields).toMatchObject([
    { kind: 'number', suggestions: [4, 6] },
    { kind: 'text', suggestions: ['a'] },
    { kind: 'ratio', isOpen: true },
  ])
  expect([...checkOptions(fields, { duration: '5s', size: 4, aspect_ratio: 'tall' })]).toEqual([])
  expect([...checkOptions(fields, {})]).toEqual([])
})
