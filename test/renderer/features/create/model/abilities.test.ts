import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { abilitiesOf } from '#renderer/features/create/model/abilities.ts'

const model = (properties: JsonObject | null, parts: Partial<Model> = {}): Model => ({
  id: 'm',
  provider: 'p',
  label: 'M',
  mediaTypes: ['image'],
  scenes: [],
  raw: null,
  ...(properties === null ? {} : { optionSchema: { type: 'object', properties } }),
  ...parts,
})
const URI = { type: 'string' }
const LIST = { type: 'array', items: URI }

it.each([
  ['nothing without a word of it', model(null), []],
  ['what its scenes say', model(null, { scenes: ['text-to-image', 'image-to-image'] }), ['image']],
  ['one image', model({ image_url: URI, seed: { type: 'integer' } }), ['image', 'seed']],
  ['several images and a mask', model({ images: LIST, mask_image: URI }), ['images', 'mask']],
  ['a list that takes one', model({ images: { ...LIST, maxItems: 1 } }), ['image']],
  [
    'a video with its frames and its sound',
    model(
      { first_frame_image: URI, last_frame_image: URI, generate_audio: { type: 'boolean' }, audio_url: URI },
      { mediaTypes: ['video'] },
    ),
    ['image', 'audio', 'frames', 'sound'],
  ],
  ['what begins with a video', model(null, { mediaTypes: ['video'], scenes: ['video-to-video'] }), ['video']],
])('tells %s', (_what, one, abilities) => {
  expect(abilitiesOf(one, 'image')).toEqual(abilities)
})
