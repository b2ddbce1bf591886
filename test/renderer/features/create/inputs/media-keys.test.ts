import { describe, expect, it } from 'vitest'
import {
  assignKeys,
  isMediaProperty,
  mediaKeys,
  sharedKey,
} from '#renderer/features/create/inputs/media-keys.ts'

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
