/**
 * Makes images: settles a request down to jobs for the threads, and hands out what they drew.
 *
 * Owns the plan (size, seeds, credits) and the wording of the result. The drawing itself is in `image/`.
 */
import { z } from 'zod'
import { type ImageJob, imageJobSchema } from '../image/styles.ts'
import { invalidField } from '../problem.ts'
import type { MadeFile } from '../store/blob-store.ts'
import {
  type Assignment,
  type Maker,
  type Plan,
  type RequestToPlan,
  modelsOf,
  remarksOf,
  schemaOf,
  seedAt,
  settleSeed,
} from './maker.ts'
import { readOptions } from './read-options.ts'
import { MAX_IMAGE_SIDE, RATIO_IGNORED, sizeOf, type StillOptions } from './sizes.ts'

const NOTE =
  'Procedural sample art, drawn on this machine by code from the prompt and the seed. No AI model was involved.'

const planSchema = z.array(imageJobSchema)

interface ImageOptions extends StillOptions {
  readonly strength: number
  readonly mask_url: readonly string[] | null
}

const models = modelsOf('image')

/** The maker of images. */
export const imageMaker: Maker = { models, plan, make }

async function plan(request: RequestToPlan): Promise<Plan> {
  const schema = schemaOf(models, request.model)
  const { values: options, ignored, advice } = readOptions<ImageOptions>(schema, request.options)
  const wantsInput = request.scene === 'image-to-image'
  const [address] = options.image_input
  if (wantsInput && address === undefined)
    throw invalidField('options.image_input', 'is missing: image-to-image needs an image to start from.')
  if (!wantsInput && request.prompt === '')
    throw invalidField('prompt', 'is missing: say what the image should show.')
  const input =
    wantsInput && address !== undefined ? await request.read.image('options.image_input', address) : null
  const [maskAddress] = (input && options.mask_url) ?? []
  const mask = maskAddress && (await request.read.image('options.mask_url', maskAddress))
  const ratio = options.aspect_ratio ?? (input === null ? 1 : input.width / input.height)
  const size = sizeOf(options.resolution, ratio, MAX_IMAGE_SIDE)
  const seed = settleSeed(options.seed)
  const jobs = Array.from({ length: options.count }, (_, index) => ({
    style: request.model,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size,
    format: options.output_format,
    strength: options.strength,
  }))
  return {
    job: planSchema.parse(jobs),
    inputs: [input, mask].flatMap((one) => (one ? one.bytes : [])),
    remarks: remarksOf(NOTE, [...advice, ...adviceOn(options, wantsInput)], ignored),
    credits: options.count * Math.max(1, Math.round((size.width * size.height) / 1024 ** 2)),
  }
}

function adviceOn(options: ImageOptions, wantsInput: boolean): readonly string[] {
  const advice: string[] = []
  if ('width' in options.resolution && options.aspect_ratio !== null) advice.push(RATIO_IGNORED)
  if (!wantsInput && options.image_input.length > 0) advice.push('image_input was ignored in text-to-image.')
  if (wantsInput && options.image_input.length > 1) advice.push('Only the first input image was used.')
  return advice
}

async function make({ job, inputs, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const images = planSchema.parse(job)
  let done = 0
  return await Promise.all(
    images.map(async (image): Promise<MadeFile> => {
      const { bytes } = await run('image', { ...image, inputPath: inputs[0] ?? null, maskPath: inputs[1] })
      done += 1
      onProgress(done / images.length)
      return asFile(image, bytes)
    }),
  )
}

function asFile(image: ImageJob, bytes: Uint8Array): MadeFile {
  const contentType = `image/${image.format}`
  return {
    list: 'images',
    name: `${image.style}-${image.seed}.${image.format === 'jpeg' ? 'jpg' : image.format}`,
    contentType,
    content: { bytes },
    facts: { width: image.width, height: image.height, seed: image.seed, content_type: contentType },
  }
}
