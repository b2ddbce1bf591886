import { describe, expect, it } from 'vitest'
import {
  assignKeys,
  isMediaProperty,
  mediaKeys,
  sharedKey,
  inputKeys,
  maskKey,
} from '#contract/rules/input-keys.ts'
import type { JsonObject } from '#contract/json.ts'
import type { ModelKnowledge } from '#contract/models.ts'

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

const NOTHING: ModelKnowledge = { options: [], refusesDataUris: false, succeeded: 0, failed: 0 }

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['first_frame_url'],
  properties: {
    first_frame_url: { type: 'string' },
    reference_image_urls: { type: 'array', items: { type: 'string' }, maxItems: 9 },
    mask_url: { type: 'string' },
    image_size: { type: 'string', enum: ['square'] },
  },
}

describe('the keys that take inputs', () => {
  it('are those of the schema, with their bounds, and never a mask', () => {
    expect(inputKeys(SCHEMA, undefined)).toEqual([
      { key: 'first_frame_url', isArray: false, kind: 'image', isRequired: true, most: 1, source: 'schema' },
      {
        key: 'reference_image_urls',
        isArray: true,
        kind: 'image',
        isRequired: false,
        most: 9,
        source: 'schema',
      },
    ])
  })
  it('come from the table for the kinds that the schema does not speak of, then from what worked', () => {
    const known: ModelKnowledge = {
      ...NOTHING,
      tableInputs: [
        { option: 'image_urls[]', kind: 'image', most: 4 },
        { option: 'audio_url', kind: 'audio' },
      ],
      inputOption: 'clip_url',
    }
    expect(inputKeys(SCHEMA, known).map(({ key, source }) => `${source} ${key}`)).toEqual([
      'schema first_frame_url',
      'schema reference_image_urls',
      'table audio_url',
      'memory clip_url',
    ])
    expect(inputKeys(undefined, known).map(({ key, isArray, most }) => [key, isArray, most])).toEqual([
      ['image_urls', true, 4],
      ['audio_url', false, undefined],
      ['clip_url', false, undefined],
    ])
  })
  it('are the one that worked last where nothing else is known, and none where nothing is', () => {
    expect(inputKeys(undefined, { ...NOTHING, inputOption: 'input_urls[]' })).toEqual([
      { key: 'input_urls', isArray: true, kind: 'image', isRequired: false, source: 'memory' },
    ])
    expect(inputKeys(undefined, NOTHING)).toEqual([])
  })
})

describe('the mask', () => {
  const listed = (more: object) => ({ type: 'object', properties: { mask: { type: 'string', ...more } } })
  it('paints what the schema of its option says, else the white', () => {
    expect(maskKey(listed({ 'x-paints': 'clear' }), undefined)).toEqual({ option: 'mask', paint: 'clear' })
    expect(maskKey(listed({ 'x-paints': 'purple' }), undefined)).toEqual({ option: 'mask', paint: 'white' })
    expect(maskKey(listed({}), undefined)).toEqual({ option: 'mask', paint: 'white' })
    expect(maskKey(undefined, undefined)).toBeUndefined()
  })
})
