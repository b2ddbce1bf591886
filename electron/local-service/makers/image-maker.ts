/** Makes images: settles a request down to jobs for the threads, and hands out what they drew. The drawing is in `image/`. */
import { z } from 'zod'
import { imageJobSchema } from '../image/styles.ts'
import {
  type Assignment,
  everyJob,
  extensionOf,
  type Maker,
  missing,
  offer,
  type Plan,
  RATIO_IGNORED,
  remarksOf,
  type RequestToPlan,
  seedsOf,
} from './maker.ts'
import {
  aspectRatio,
  count,
  imageFormat,
  media,
  readOptions,
  resolution,
  seed,
  sizeOf,
  strength,
} from './options.ts'
import type { MadeFile } from '../store/file-store.ts'

const NOTE =
  'Procedural sample art, drawn on this machine by code from the prompt and the seed. No AI model was involved.'

export const MAX_IMAGE_SIDE = 2048

const optionsSchema = z.object({
  aspect_ratio: aspectRatio('1:1'),
  resolution: resolution(['512', '768', '1K', '2K'], '1K', 64, MAX_IMAGE_SIDE),
  count: count('images', 8),
  seed,
  output_format: imageFormat,
  strength: strength(0.7, 'Image to image: how far to move away from the input image.'),
  image_input: media('image', 4, 'Input image', 'Image to image: the first one is drawn.'),
  mask_url: z.string().regex(/\S/u).optional().meta({
    title: 'Mask',
    description: 'Image to image: what is white in it is drawn anew from the prompt, the rest stays.',
    contentMediaType: 'image/*',
  }),
})

const planSchema = z.array(imageJobSchema)

export const imageMaker: Maker = {
  models: offer(
    'image',
    ['text-to-image', 'image-to-image'],
    optionsSchema,
    [
      'painted-landscape',
      'Painted landscape',
      'Hills, water and weather on rough paper. Knows seasons, times of day and a few subjects.',
    ],
    ['geometric-poster', 'Geometric poster', 'The same country in clean areas and strong colours.'],
    ['ink-wash', 'Ink wash', 'Misty layers of ink on rough paper, with one seal of red.'],
    ['city-night', 'City night', 'A skyline after dark: lit windows, haze, rain and reflections.'],
  ),
  plan,
  make,
}

async function plan({ model, scene, prompt, options, read }: RequestToPlan): Promise<Plan> {
  const { values, ignored } = readOptions(optionsSchema, options)
  const isFromImage = scene === 'image-to-image'
  const { image_input: images = [], mask_url, aspect_ratio } = values
  const [address] = images
  if (isFromImage && address === undefined)
    throw missing('options.image_input', 'image-to-image needs an image to start from.')
  if (!isFromImage && prompt === '') throw missing('prompt', 'say what the image should show.')
  const input = isFromImage && address !== undefined ? await read.image('options.image_input', address) : null
  const mask = input && mask_url !== undefined ? await read.image('options.mask_url', mask_url) : null
  const size = sizeOf(
    values.resolution,
    aspect_ratio ?? (input ? input.width / input.height : 1),
    MAX_IMAGE_SIDE,
  )
  const { strength, output_format: format } = values
  const jobs = seedsOf(values.seed, values.count).map((seed) => ({
    style: model,
    prompt,
    seed,
    ...size,
    format,
    strength,
  }))
  const advice: string[] = []
  if ('width' in values.resolution && aspect_ratio !== undefined) advice.push(RATIO_IGNORED)
  if (!isFromImage && images.length > 0) advice.push('image_input was ignored in text-to-image.')
  if (isFromImage && images.length > 1) advice.push('Only the first input image was used.')
  return {
    job: planSchema.parse(jobs),
    inputs: [input, mask].flatMap((one) => (one === null ? [] : [one.bytes])),
    remarks: remarksOf(NOTE, advice, ignored),
    credits: jobs.length * Math.max(1, Math.round((size.width * size.height) / 1024 ** 2)),
  }
}

async function make({ job, inputs, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const [inputPath = null, maskPath] = inputs
  return await everyJob(planSchema.parse(job), onProgress, async (image): Promise<MadeFile> => {
    const content = await run('image', { ...image, inputPath, maskPath })
    const { style, seed, width, height, format } = image
    const contentType = `image/${format}`
    const name = `${style}-${seed}.${extensionOf(format)}`
    return {
      list: 'images',
      name,
      contentType,
      content,
      facts: { width, height, seed, content_type: contentType },
    }
  })
}
