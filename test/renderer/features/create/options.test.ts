import { describe, expect, it } from 'vitest'
import { checkOptions } from '#renderer/features/create/options/check-options.ts'
import {
  assignKeys,
  isMediaProperty,
  mediaKeys,
  sharedKey,
} from '#renderer/features/create/options/media-keys.ts'
import { readFields } from '#renderer/features/create/options/option-fields.ts'
import { formatOptions, parseOptions, withOption } from '#renderer/features/create/options/options-text.ts'

describe('options as text', () => {
  it.each([
    ['', {}],
    ['{"a":"5"}', { a: '5' }],
    ['{"a":5,"b":[1,{"c":null}]}', { a: 5, b: [1, { c: null }] }],
  ])('reads %j', (text, value) => {
    expect(parseOptions(text)).toEqual({ ok: true, value })
  })
  it.each(['[1]', '"a"', 'null', '5'])('refuses %s, which is not an object', (text) => {
    expect(parseOptions(text)).toEqual({ ok: false, problem: 'notObject' })
  })
  it('names the line of a mistake where the engine tells it', () => {
    expect(parseOptions('{\n  "a": 1,\n}')).toEqual({ ok: false, problem: 'syntax', line: 3 })
    expect(parseOptions('{\n  "a": ')).toMatchObject({ ok: false, problem: 'syntax' })
  })
  it('comes back as it was', () => {
    const options = { seed: '5', n: 5, nested: { list: [true, null, 0.1] } }
    expect(parseOptions(formatOptions(options))).toEqual({ ok: true, value: options })
  })
  it('sets and takes away one key without touching the others', () => {
    const options = { first: 1, unknown: { deep: [1] }, last: 2 }
    const changed = withOption(withOption(options, 'first', 'x'), 'last', undefined)
    expect(JSON.stringify(changed)).toBe('{"first":"x","unknown":{"deep":[1]}}')
  })
})

const SCHEMA = {
  type: 'object',
  required: ['style'],
  properties: {
    prompt: { type: 'string' },
    aspect_ratio: { type: 'string', enum: ['auto', '1:1', '16:9'], default: '1:1' },
    style: { oneOf: [{ const: 'ink' }, { const: 'oil' }] },
    seed: { type: ['integer', 'null'], minimum: 0, maximum: 9 },
    strength: { type: 'number', multipleOf: 0.5 },
    tile: { type: 'boolean' },
    negative_prompt: { type: 'string', title: 'Avoid' },
    quality: { type: 'string', examples: ['draft', 'fine'] },
    shape: { type: 'string', examples: ['1:1', '2:3'] },
    loras: { type: 'array', items: { type: 'object' } },
    image_input: { type: 'array', items: { type: 'string' } },
  },
}

describe('the fields of a schema', () => {
  const fields = readFields(SCHEMA, 'image')

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
      ['loras', 'json'],
    ])
  })
  it('tell what is wrong with a value, keeping types apart', () => {
    const check = (options: Parameters<typeof checkOptions>[1]) =>
      Object.fromEntries(checkOptions(fields, options))
    expect(check({ style: 'ink', seed: 5, aspect_ratio: '21:9', loras: [] })).toEqual({})
    expect(check({ style: 'something new', seed: '5', tile: 'yes', aspect_ratio: 'wide' })).toEqual({
      seed: { kind: 'notNumber' },
      tile: { kind: 'notBoolean' },
      aspect_ratio: { kind: 'notRatio' },
    })
    expect(check({ seed: 12 })).toEqual({ style: { kind: 'required' }, seed: { kind: 'above', max: 9 } })
    expect(check({ style: 'ink', seed: 1.5, negative_prompt: 4 })).toEqual({
      seed: { kind: 'notInteger' },
      negative_prompt: { kind: 'notText' },
    })
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

describe('media keys', () => {
  it.each([
    'image_input',
    'image_urls',
    'imageUrl',
    'input_image',
    'first_frame_url',
    'mask',
    'reference_images',
    'video_input',
  ])('know %s', (key) => expect(isMediaProperty(key, { type: 'string' })).toBe(true))
  it.each([
    'image_size',
    'num_images',
    'prompt',
    'video_length',
    'style',
    'image_style',
    'frames_per_second',
  ])('leave %s alone', (key) => expect(isMediaProperty(key, { type: 'string' })).toBe(false))
  it('are not numbers or choices', () => {
    expect(isMediaProperty('image', { type: 'number' })).toBe(false)
    expect(isMediaProperty('image', { type: 'string', enum: ['a'] })).toBe(false)
  })

  const image = { kind: 'image', option: null } as const
  it('take the inputs in order: single keys one each, an array all that is left', () => {
    const keys = mediaKeys({
      first_frame_url: { type: 'string' },
      image_urls: { type: 'array' },
      video_url: { type: 'string' },
    })
    expect(assignKeys([image, image, { kind: 'video', option: null }, image], keys)).toEqual([
      'first_frame_url',
      'image_urls[]',
      'video_url',
      'image_urls[]',
    ])
  })
  it('respect what was chosen by hand', () => {
    const keys = mediaKeys({ image_url: { type: 'string' } })
    expect(assignKeys([{ kind: 'image', option: 'mask' }, image], keys)).toEqual(['mask', 'image_url'])
  })
  it('fall back to the list that gateways take', () => {
    expect(assignKeys([image, { kind: 'video', option: null }], [])).toEqual([
      'image_input[]',
      'video_input[]',
    ])
  })
  it('notice that two inputs want a place that takes one', () => {
    expect(sharedKey(['image', 'image'])).toBe('image')
    expect(sharedKey(['images[]', 'images[]', 'mask'])).toBeUndefined()
  })
})
