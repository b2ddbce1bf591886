/**
 * Makes pictures: settles a request down to jobs for the drawing threads, and hands out what they drew.
 *
 * Owns the plan (size, seeds, credits) and the wording of the result. The drawing itself is in `paint/`.
 */
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { readImageInput } from '../inputs/image-input.ts'
import { paintJobSchema, type PaintJob, type PaintedFile } from '../paint/paint-job.ts'
import { paintWorkerUrl } from '../paint/paint-worker-url.ts'
import { invalidField } from '../problem.ts'
import type { MadeFile } from '../store/file-store.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'
import { IMAGE_MODELS } from './image-models.ts'
import { missingImageInput, pictureSize, readImageOptions, type ImageOptions } from './image-options.ts'
import type { Assignment, Maker, Plan, RequestToPlan } from './maker.ts'

const NOTE =
  'Procedural sample art, drawn on this machine by code from the prompt and the seed. No AI model was involved.'
const SEED_COUNT = 2 ** 32

const planSchema = z.array(paintJobSchema)

/** The maker of pictures, drawing on at most `workers` threads. */
export function createImageMaker(workers: number): Maker {
  const pool = createWorkerPool<PaintJob & { readonly input: Uint8Array | null }, PaintedFile>(
    paintWorkerUrl(),
    workers,
  )

  async function make({ job, inputs, signal, onProgress }: Assignment): Promise<readonly MadeFile[]> {
    const pictures = planSchema.parse(job)
    let started = false
    let done = 0
    const onStart = (): void => {
      if (!started) onProgress(0)
      started = true
    }
    const giveUp = new AbortController()
    const either = AbortSignal.any([signal, giveUp.signal])
    try {
      return await Promise.all(
        pictures.map(async (picture): Promise<MadeFile> => {
          const painted = await pool.run({ ...picture, input: inputs[0] ?? null }, either, onStart)
          done += 1
          onProgress(done / pictures.length)
          return asFile(picture, painted)
        }),
      )
    } finally {
      giveUp.abort()
    }
  }

  return { models: IMAGE_MODELS, plan, make, close: () => pool.close() }
}

async function plan(request: RequestToPlan): Promise<Plan> {
  const options = readImageOptions(request.options)
  const wantsInput = request.scene === 'image-to-image'
  const [address] = options.imageInputs
  if (wantsInput && address === undefined) throw missingImageInput()
  if (!wantsInput && request.prompt === '') {
    throw invalidField('prompt', 'is missing: say what the picture should show.')
  }
  const input =
    wantsInput && address !== undefined
      ? await readImageInput('options.image_input', address, request.readOwnFile)
      : null
  const size = pictureSize(options, input === null ? null : input.width / input.height)
  const seed = options.seed ?? randomInt(SEED_COUNT)
  const jobs = Array.from({ length: options.count }, (_, index) => ({
    style: request.model,
    prompt: request.prompt,
    seed: (seed + index) % SEED_COUNT,
    ...size,
    format: options.outputFormat,
    strength: options.strength,
  }))
  return {
    job: planSchema.parse(jobs),
    inputs: input === null ? [] : [input.bytes],
    remarks: {
      made_by: 'Sample studio',
      note: [NOTE, ...adviceOn(options, wantsInput)].join(' '),
      ignored_options: options.ignored,
    },
    credits: options.count * Math.max(1, Math.round((size.width * size.height) / 1024 ** 2)),
  }
}

function adviceOn(options: ImageOptions, wantsInput: boolean): readonly string[] {
  const advice: string[] = []
  if (options.ignored.length > 0)
    advice.push(`Options not known here and ignored: ${options.ignored.join(', ')}.`)
  if ('width' in options.resolution && options.aspectRatio !== null) {
    advice.push('aspect_ratio was ignored because resolution gives width and height.')
  }
  if (!wantsInput && options.imageInputs.length > 0) advice.push('image_input was ignored in text-to-image.')
  if (wantsInput && options.imageInputs.length > 1) advice.push('Only the first input image was used.')
  return advice
}

function asFile(picture: PaintJob, { bytes }: PaintedFile): MadeFile {
  const contentType = `image/${picture.format}`
  return {
    list: 'images',
    name: `${picture.style}-${picture.seed}.${picture.format === 'jpeg' ? 'jpg' : picture.format}`,
    contentType,
    bytes,
    facts: { width: picture.width, height: picture.height, seed: picture.seed, content_type: contentType },
  }
}
