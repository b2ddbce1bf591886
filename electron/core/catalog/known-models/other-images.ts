/** Image models of fal. */
import { either, flag, image, whole, words, type KnownModel } from './known-model.ts'

const IMAGE = { provider: 'fal', mediaType: 'image', sources: ['F'] } as const

const NANO_BANANA_PRO = {
  num_images: whole(1, 4),
  aspect_ratio: words('auto 21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16'),
  output_format: words('jpeg png webp'),
  resolution: words('1K 2K 4K'),
  sync_mode: flag,
}
const PIXELS = {
  type: 'object',
  properties: { width: { type: 'integer' }, height: { type: 'integer' } },
  required: ['width', 'height'],
} as const
/** fal's own presets, or pixels. */
const IMAGE_SIZE = either(
  words('square_hd square portrait_4_3 portrait_16_9 landscape_4_3 landscape_16_9'),
  PIXELS,
)

export const OTHER_IMAGES: readonly KnownModel[] = [
  { ...IMAGE, ids: ['fal-ai/nano-banana-pro'], options: NANO_BANANA_PRO },
  {
    ...IMAGE,
    ids: ['fal-ai/nano-banana-pro/edit'],
    inputs: [image('image_urls[]', undefined, 'required')],
    options: NANO_BANANA_PRO,
  },
  {
    ...IMAGE,
    ids: ['fal-ai/bytedance/seedream/v4.5/edit'],
    inputs: [image('image_urls[]', undefined, 'required')],
    options: {
      image_size: IMAGE_SIZE,
      num_images: whole(1, 6),
      max_images: whole(1, 6),
      seed: whole(),
      sync_mode: flag,
    },
  },
  {
    ...IMAGE,
    ids: ['fal-ai/z-image/turbo'],
    options: {
      image_size: IMAGE_SIZE,
      num_inference_steps: whole(1, 30),
      num_images: whole(1, 4),
      output_format: words('jpeg png webp'),
      acceleration: words('none regular high'),
    },
  },
]
