/**
 * Makes characters: settles a request down to jobs for the threads, and hands out the images and the profile.
 *
 * Owns the plan and the wording of the result. The drawing and the words are in `character/`.
 */
import sharp from 'sharp'
import { z } from 'zod'
import {
  type CharacterImage,
  type CharacterJob,
  characterJobSchema,
  type Profile,
  profileOf,
} from '../character/design.ts'
import { linearPart, type Rgb, toOklab } from '../image/color.ts'
import type { Size } from '../image/scene.ts'
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
  'A procedural sample character, drawn and described on this machine by code from the prompt and the seed. No AI model was involved.'

const planSchema = z.array(z.array(characterJobSchema).min(1))

/** Width to height of the images whose shape is not the caller's. */
const SHAPES: Readonly<Record<Exclude<CharacterImage, 'sheet'>, number>> = {
  portrait: 4 / 5,
  palette: 16 / 5,
  front: 3 / 4,
  'three-quarter': 3 / 4,
  back: 3 / 4,
}

interface CharacterOptions extends StillOptions {
  readonly views: readonly CharacterImage[]
  readonly style: string
}

const models = modelsOf('character')

/** The maker of characters. */
export const characterMaker: Maker = { models, plan, make }

async function plan(request: RequestToPlan): Promise<Plan> {
  const schema = schemaOf(models, request.model)
  const { values: options, ignored, advice } = readOptions<CharacterOptions>(schema, request.options)
  const reference = await readReference(options, request)
  if (request.prompt === '' && reference.length === 0) {
    throw invalidField('prompt', 'is missing: say who the character is, or send a reference image.')
  }
  const seed = settleSeed(options.seed)
  const characters = Array.from({ length: options.count }, (_, index) =>
    options.views.map((image) => ({
      image,
      style: options.style,
      prompt: request.prompt,
      seed: seedAt(seed, index),
      reference,
      ...sizeOfImage(image, options),
      format: options.output_format,
    })),
  )
  const jobs = planSchema.parse(characters)
  const profiles = jobs.map(profileOfJobs)
  return {
    job: jobs,
    inputs: [],
    remarks: {
      ...remarksOf(NOTE, [...adviceOn(options), ...advice], ignored),
      profile: profiles[0],
      ...(profiles.length > 1 ? { profiles } : {}),
    },
    credits: options.count * 2,
  }
}

/** The size of one of the images: the sheet's as asked for, the others' of the same area in their own shape. */
function sizeOfImage(image: CharacterImage, { resolution, aspect_ratio }: CharacterOptions): Size {
  const sheet = sizeOf(resolution, aspect_ratio ?? 1, MAX_IMAGE_SIDE)
  if (image === 'sheet') return sheet
  const square = Math.sqrt(sheet.width * sheet.height) * (image === 'palette' ? 0.6 : 1)
  return sizeOf({ square }, SHAPES[image], MAX_IMAGE_SIDE)
}

/** The colours to take up, or none. */
async function readReference(
  { image_input: [address] }: CharacterOptions,
  { read }: RequestToPlan,
): Promise<readonly Rgb[]> {
  if (address === undefined) return []
  const { bytes } = await read.image('options.image_input', address)
  return await referenceColors(bytes)
}

function adviceOn({ image_input, resolution, aspect_ratio, views }: CharacterOptions): readonly string[] {
  const advice: string[] = []
  if (image_input.length > 0) advice.push('Its clothes have the colours of the reference image.')
  if ('width' in resolution && aspect_ratio !== null) {
    advice.push(RATIO_IGNORED)
  } else if (aspect_ratio !== null && !views.includes('sheet')) {
    advice.push('aspect_ratio was ignored because it is the shape of the sheet, which was not asked for.')
  }
  return advice
}

function profileOfJobs([job]: readonly CharacterJob[]): Profile {
  return profileOf(job?.prompt ?? '', job?.seed ?? 0, job?.reference)
}

async function make({ job, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const characters = planSchema.parse(job)
  const total = characters.flat().length
  let done = 0
  const made = await Promise.all(
    characters.map(async (jobs) => {
      const profile = profileOfJobs(jobs)
      const images = await Promise.all(
        jobs.map(async (each) => {
          const { bytes } = await run('character', each)
          done += 1
          onProgress(done / total)
          return asImage(each, profile, bytes)
        }),
      )
      return { images, profile: asJson(profile) }
    }),
  )
  return [...made.flatMap(({ images }) => images), ...made.map(({ profile }) => profile)]
}

function asImage(job: CharacterJob, profile: Profile, bytes: Uint8Array): MadeFile {
  const { image, seed, width, height, format } = job
  const contentType = `image/${format}`
  return {
    list: 'images',
    name: `character-${seed}-${image}.${format === 'jpeg' ? 'jpg' : format}`,
    contentType,
    content: { bytes },
    facts: { role: image, width, height, seed, character: profile.name, content_type: contentType },
  }
}

function asJson(profile: Profile): MadeFile {
  return {
    list: 'files',
    name: `character-${profile.seed}-profile.json`,
    contentType: 'application/json',
    content: { bytes: new TextEncoder().encode(JSON.stringify(profile, null, 2)) },
    facts: { role: 'profile', seed: profile.seed, character: profile.name, content_type: 'application/json' },
  }
}

/** The image is read this small; its colours are all that counts. */
const SIDE = 6
const MOST = 3
/** Closer than this, two colours look the same on cloth. */
const APART = 0.12

/** Up to three colours as linear RGB, the strongest first. */
export async function referenceColors(image: Uint8Array): Promise<readonly Rgb[]> {
  const small = sharp(image).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().toColourspace('srgb')
  const bytes = await small.raw().toBuffer()
  const part = (at: number): number => linearPart(bytes[at] ?? 0)
  const colors = Array.from({ length: SIDE * SIDE }, (_, index): Rgb => [
    part(index * 3),
    part(index * 3 + 1),
    part(index * 3 + 2),
  ])
  const chosen: Rgb[] = []
  for (const color of colors.toSorted((a, b) => chromaOf(b) - chromaOf(a)))
    if (chosen.length < MOST && chosen.every((each) => distance(each, color) > APART)) chosen.push(color)
  return chosen
}

function chromaOf(color: Rgb): number {
  const [, a, b] = toOklab(color)
  return Math.hypot(a, b)
}

function distance(one: Rgb, two: Rgb): number {
  const [a, b] = [toOklab(one), toOklab(two)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
