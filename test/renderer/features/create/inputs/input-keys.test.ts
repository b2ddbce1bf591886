import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import { inputKeys } from '#renderer/features/create/inputs/media-keys.ts'

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
