/**
 * The options of a picture: their JSON Schema for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What a style does with them is `paint/`'s business.
 */
import { z } from 'zod'
import { Problem, invalidField } from '../problem.ts'

const MAX_SIDE = 2048
const MIN_SIDE = 64
/** The square whose area a named resolution has, in pixels a side. */
const NAMED_SIDES: Readonly<Record<string, number>> = { '512': 512, '768': 768, '1K': 1024, '2K': 2048 }
const RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9']
const FORMATS = ['png', 'jpeg', 'webp'] as const
const MAX_SEED = 4_294_967_295
const MAX_INPUT_IMAGES = 4

export type OutputFormat = (typeof FORMATS)[number]

export interface ImageOptions {
  /** Null when the request names none: an input image then gives the shape. */
  readonly aspectRatio: number | null
  readonly resolution: { readonly side: number } | { readonly width: number; readonly height: number }
  readonly seed: number | null
  readonly count: number
  readonly outputFormat: OutputFormat
  readonly strength: number
  readonly imageInputs: readonly string[]
  readonly ignored: readonly string[]
}

/** The JSON Schema of `options` in the model listing. */
export const IMAGE_OPTIONS_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: true,
  properties: {
    aspect_ratio: {
      type: 'string',
      title: 'Aspect ratio',
      description: 'Width to height. Any <width>:<height> between 1:4 and 4:1.',
      examples: RATIOS,
      pattern: '^\\d+(\\.\\d+)?:\\d+(\\.\\d+)?$',
      default: '1:1',
    },
    resolution: {
      type: 'string',
      title: 'Resolution',
      description: `A named size (the side of a square with the same area), or <width>x<height> up to ${MAX_SIDE}.`,
      examples: Object.keys(NAMED_SIDES),
      pattern: '^(512|768|1K|2K|\\d+x\\d+)$',
      default: '1K',
    },
    count: { type: 'integer', title: 'Pictures', minimum: 1, maximum: 8, default: 1 },
    seed: {
      type: 'integer',
      title: 'Seed',
      description: 'The same seed, prompt and options give the same picture. Random when left out.',
      minimum: 0,
      maximum: MAX_SEED,
    },
    output_format: { type: 'string', title: 'File format', enum: FORMATS, default: 'png' },
    strength: {
      type: 'number',
      title: 'Strength',
      description: 'Image to image: how far to move away from the input image.',
      minimum: 0,
      maximum: 1,
      default: 0.7,
    },
    image_input: {
      type: 'array',
      title: 'Input image',
      description: 'Image to image: data URIs, base64, or addresses on this service. The first one is drawn.',
      items: { type: 'string', contentMediaType: 'image/*' },
      minItems: 1,
      maxItems: MAX_INPUT_IMAGES,
    },
  },
}

const field = (name: string, advice: string) => ({ error: `options.${name} ${advice}` })
const countAdvice = field('count', 'must be a whole number from 1 to 8.')
const seedAdvice = field('seed', `must be a whole number from 0 to ${MAX_SEED}.`)
const strengthAdvice = field('strength', 'must be a number from 0 to 1.')
const inputAdvice = field(
  'image_input',
  `must be a string, or an array of 1 to ${MAX_INPUT_IMAGES} strings: data URIs, base64, or addresses on this service.`,
)

const optionsSchema = z.object({
  resolution: z
    .string(field('resolution', 'must be a string, such as "1K".'))
    .default('1K')
    .transform((text, context) => readResolution(text) ?? refuse(context, resolutionAdvice(text))),
  aspect_ratio: z
    .string(field('aspect_ratio', 'must be a string of the form <width>:<height>.'))
    .transform((text, context) => readRatio(text) ?? refuse(context, ratioAdvice(text)))
    .nullable()
    .default(null),
  seed: z.int(seedAdvice).min(0, seedAdvice).max(MAX_SEED, seedAdvice).nullable().default(null),
  count: z.int(countAdvice).min(1, countAdvice).max(8, countAdvice).default(1),
  output_format: z
    .enum(FORMATS, field('output_format', 'must be one of "png", "jpeg", "webp".'))
    .default('png'),
  strength: z.number(strengthAdvice).min(0, strengthAdvice).max(1, strengthAdvice).default(0.7),
  image_input: z
    .union(
      [z.string(), z.array(z.string()).min(1, inputAdvice).max(MAX_INPUT_IMAGES, inputAdvice)],
      inputAdvice,
    )
    .transform((value) => (typeof value === 'string' ? [value] : value))
    .default([]),
})

/** The options in `raw`; unknown keys are listed in `ignored`. Throws a `Problem` 400 naming every option at fault. */
export function readImageOptions(raw: Readonly<Record<string, unknown>>): ImageOptions {
  const read = optionsSchema.safeParse(raw)
  if (!read.success) throw new Problem(400, read.error.issues.map((issue) => issue.message).join(' '))
  const { aspect_ratio, output_format, image_input, ...rest } = read.data
  const ignored = Object.keys(raw).filter((key) => !(key in optionsSchema.shape))
  return {
    ...rest,
    aspectRatio: aspect_ratio,
    outputFormat: output_format,
    imageInputs: image_input,
    ignored,
  }
}

/** The picture's size in whole pixels, at most 2048 a side. `inputRatio` counts where the request names no ratio. */
export function pictureSize(
  options: ImageOptions,
  inputRatio: number | null,
): { readonly width: number; readonly height: number } {
  const { resolution } = options
  if ('width' in resolution) return resolution
  const ratio = options.aspectRatio ?? inputRatio ?? 1
  const bounded = Math.min(4, Math.max(1 / 4, ratio))
  const width = resolution.side * Math.sqrt(bounded)
  const height = width / bounded
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: toEven(width * shrink), height: toEven(height * shrink) }
}

const toEven = (pixels: number): number => 2 * Math.round(pixels / 2)

function readResolution(text: string): ImageOptions['resolution'] | null {
  const side = NAMED_SIDES[text.toUpperCase()]
  if (side !== undefined) return { side }
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/iu.exec(text) ?? []
  const size = { width: Number(width), height: Number(height) }
  const fits = (pixels: number): boolean => pixels >= MIN_SIDE && pixels <= MAX_SIDE
  return fits(size.width) && fits(size.height) ? size : null
}

function readRatio(text: string): number | null {
  const [, width, height] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/u.exec(text) ?? []
  const ratio = Number(width) / Number(height)
  return ratio >= 1 / 4 && ratio <= 4 ? ratio : null
}

function resolutionAdvice(text: string): string {
  const named = Object.keys(NAMED_SIDES).join(', ')
  return `options.resolution "${text}" is not possible; use ${named}, or <width>x<height> with ${MIN_SIDE} to ${MAX_SIDE} a side.`
}

function ratioAdvice(text: string): string {
  return `options.aspect_ratio "${text}" is not possible; use <width>:<height> between 1:4 and 4:1, such as "16:9".`
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** The `Problem` for an image-to-image request without an input image. */
export function missingImageInput(): Problem {
  return invalidField('options.image_input', 'is missing: image-to-image needs an image to start from.')
}
