/** Image models of Kie.ai. */
import { flag, image, noted, share, text, whole, words, type KnownModel } from './known-model.ts'

const IMAGE = { provider: 'kie', mediaType: 'image', sources: ['K'] } as const

const NANO_BANANA_RATIOS = words('1:1 9:16 16:9 3:4 4:3 3:2 2:3 5:4 4:5 21:9 auto')
const GPT_IMAGE_2 = {
  aspect_ratio: words('auto 1:1 3:2 2:3 4:3 3:4 5:4 4:5 16:9 9:16 2:1 1:2 3:1 1:3 21:9 9:21'),
  resolution: noted(words('1K 2K 4K'), '1:1 has no 4K; 5:4 and 4:5 have 1K only.'),
}
const SEEDREAM_4_5 = {
  aspect_ratio: words('1:1 4:3 3:4 16:9 9:16 2:3 3:2 21:9'),
  quality: noted(words('basic high'), 'basic is 2K, high is 4K.'),
}
const IDEOGRAM_SIZES = words('square square_hd portrait_4_3 portrait_16_9 landscape_4_3 landscape_16_9')
const IDEOGRAM = {
  rendering_speed: words('TURBO BALANCED QUALITY'),
  image_size: IDEOGRAM_SIZES,
  num_images: words('1 2 3 4'),
  strength: share(0.01, 1),
  expand_prompt: flag,
}
const IDEOGRAM_INPUTS = [image('image_url'), image('reference_image_urls[]', 1), image('mask_url')]
const IMAGEN_4 = { aspect_ratio: words('1:1 16:9 9:16 3:4 4:3 auto'), negative_prompt: text }
const WAN_2_7 = {
  n: whole(1, 4),
  aspect_ratio: words('1:1 16:9 4:3 21:9 3:4 9:16 8:1 1:8'),
  enable_sequential: flag,
  thinking_mode: flag,
  watermark: flag,
  seed: whole(),
}
const FLUX_2_RATIOS = '1:1 4:3 3:4 16:9 9:16 3:2 2:3'
const UPSCALE = words('1 2 4 8')

export const KIE_IMAGES: readonly KnownModel[] = [
  {
    ...IMAGE,
    ids: ['nano-banana-pro'],
    inputs: [image('image_input[]', 8)],
    options: {
      aspect_ratio: words('1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9 auto'),
      resolution: words('1K 2K 4K'),
      output_format: words('png jpg'),
    },
  },
  {
    ...IMAGE,
    ids: ['nano-banana-2'],
    inputs: [image('image_input[]', 14)],
    options: {
      aspect_ratio: words('auto 1:1 1:4 1:8 2:3 3:2 3:4 4:1 4:3 4:5 5:4 8:1 9:16 16:9 21:9'),
      resolution: words('1K 2K 4K'),
      output_format: words('jpg png'),
    },
  },
  {
    ...IMAGE,
    ids: ['google/nano-banana'],
    options: { aspect_ratio: NANO_BANANA_RATIOS, output_format: words('png jpeg') },
  },
  {
    ...IMAGE,
    ids: ['google/nano-banana-edit'],
    inputs: [image('image_urls[]', 10, 'required')],
    options: { aspect_ratio: NANO_BANANA_RATIOS, output_format: words('png jpeg') },
  },
  { ...IMAGE, ids: ['gpt-image-2-text-to-image'], options: GPT_IMAGE_2 },
  {
    ...IMAGE,
    ids: ['gpt-image-2-image-to-image'],
    inputs: [image('input_urls[]', 16, 'required')],
    options: GPT_IMAGE_2,
  },
  {
    ...IMAGE,
    ids: ['gpt-image/1.5-*'],
    inputs: [image('input_urls[]', 16)],
    options: { aspect_ratio: words('1:1 2:3 3:2'), quality: words('medium high') },
    required: ['aspect_ratio', 'quality'],
  },
  {
    ...IMAGE,
    ids: ['gpt4o-image', '4o-image', 'gpt-4o-image'],
    inputs: [image('filesUrl[]', 5)],
    options: { size: words('1:1 3:2 2:3') },
    required: ['size'],
  },
  {
    ...IMAGE,
    ids: ['flux-2/pro-*'],
    inputs: [image('input_urls[]', 8)],
    options: { aspect_ratio: words(FLUX_2_RATIOS), resolution: words('1K 2K') },
    required: ['aspect_ratio', 'resolution'],
  },
  {
    ...IMAGE,
    ids: ['flux-2/flex-*'],
    inputs: [image('input_urls[]', 8)],
    options: { aspect_ratio: words(`${FLUX_2_RATIOS} auto`), resolution: words('1K 2K') },
    required: ['aspect_ratio', 'resolution'],
  },
  {
    ...IMAGE,
    ids: ['flux-kontext-pro', 'flux-kontext-max'],
    inputs: [image('inputImage', 1)],
    options: {
      aspectRatio: words('21:9 16:9 4:3 1:1 3:4 9:16'),
      outputFormat: words('jpeg png'),
      promptUpsampling: flag,
      safetyTolerance: whole(0, 6),
    },
  },
  {
    ...IMAGE,
    ids: ['seedream/4.5-text-to-image'],
    options: SEEDREAM_4_5,
    required: ['aspect_ratio', 'quality'],
  },
  {
    ...IMAGE,
    ids: ['seedream/4.5-edit'],
    inputs: [image('image_urls[]', 14, 'required')],
    options: SEEDREAM_4_5,
    required: ['aspect_ratio', 'quality'],
  },
  {
    ...IMAGE,
    ids: ['bytedance/seedream-v4-*'],
    inputs: [image('image_urls[]', 10)],
    options: {
      image_size: words(
        'square square_hd portrait_4_3 portrait_3_2 portrait_16_9 landscape_4_3 landscape_3_2 landscape_16_9 landscape_21_9',
      ),
      image_resolution: words('1K 2K 4K'),
      max_images: whole(1, 6),
      seed: whole(),
    },
  },
  {
    ...IMAGE,
    ids: ['qwen/image-edit'],
    inputs: [image('image_url', 1, 'required')],
    options: {
      image_size: words('square square_hd portrait_4_3 portrait_16_9 landscape_4_3 landscape_16_9'),
      num_inference_steps: whole(2, 49),
      guidance_scale: share(0, 20),
      num_images: words('1 2 3 4'),
      acceleration: words('none regular high'),
      output_format: words('jpeg png'),
      negative_prompt: text,
    },
  },
  {
    ...IMAGE,
    ids: ['ideogram/v3-*'],
    inputs: IDEOGRAM_INPUTS,
    options: { ...IDEOGRAM, style: words('AUTO GENERAL REALISTIC DESIGN') },
  },
  {
    ...IMAGE,
    ids: ['ideogram/character*'],
    inputs: IDEOGRAM_INPUTS,
    options: { ...IDEOGRAM, style: words('AUTO REALISTIC FICTION') },
  },
  { ...IMAGE, ids: ['google/imagen4'], options: IMAGEN_4 },
  { ...IMAGE, ids: ['google/imagen4-fast'], options: { ...IMAGEN_4, seed: whole() } },
  { ...IMAGE, ids: ['google/imagen4-ultra'], options: { ...IMAGEN_4, seed: text } },
  {
    ...IMAGE,
    ids: ['grok-imagine/text-to-image'],
    options: { aspect_ratio: words('2:3 3:2 1:1 16:9 9:16'), enable_pro: flag },
  },
  {
    ...IMAGE,
    ids: ['grok-imagine/image-to-image'],
    inputs: [image('image_urls[]', 5, 'required')],
    options: { aspect_ratio: words('2:3 3:2 1:1 16:9 9:16'), enable_pro: flag },
  },
  {
    ...IMAGE,
    ids: ['wan/2-7-image'],
    inputs: [image('input_urls[]', 9)],
    options: { ...WAN_2_7, resolution: words('1K 2K') },
  },
  {
    ...IMAGE,
    ids: ['wan/2-7-image-pro'],
    inputs: [image('input_urls[]', 9)],
    options: { ...WAN_2_7, resolution: words('1K 2K 4K') },
  },
  { ...IMAGE, ids: ['z-image'], options: { aspect_ratio: words('1:1 4:3 3:4 16:9 9:16') } },
  {
    ...IMAGE,
    ids: ['topaz/image-upscale'],
    inputs: [image('image_url', 1, 'required')],
    options: { upscale_factor: UPSCALE },
  },
  {
    ...IMAGE,
    ids: ['recraft/remove-background'],
    inputs: [image('image', 1, 'required')],
    options: {},
  },
]
