/** Makes characters: settles a request down to jobs for the threads, and hands out the images and the profile. */
import sharp from 'sharp'
import { z } from 'zod'
import {
  CHARACTER_IMAGES,
  CHARACTER_STYLES,
  type CharacterImage,
  characterJobSchema,
  profileOf,
} from '../character/design.ts'
import { linearPart, type Rgb } from '../image/color.ts'
import type { MadeFile } from '../store/file-store.ts'
import { MAX_IMAGE_SIDE } from './image-maker.ts'
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
  choice,
  count,
  imageFormat,
  media,
  readOptions,
  resolution,
  seed,
  sizeOf,
} from './options.ts'

const NOTE =
  'A procedural sample character, drawn and described on this machine by code from the prompt and the seed. No AI model was involved.'

const optionsOf = (style: (typeof CHARACTER_STYLES)[number]) =>
  z.object({
    views: z
      .preprocess(
        (value) => (Array.isArray(value) ? value : [value]),
        z.array(z.enum(CHARACTER_IMAGES)).min(1),
      )
      .default(['sheet', 'portrait', 'palette'])
      .meta({
        title: 'Images',
        description: 'The sheet with all sides and moods, a portrait, the palette, or single sides.',
        uniqueItems: true,
      }),
    style: choice(CHARACTER_STYLES, style, { title: 'Style', description: 'How it is drawn.' }),
    aspect_ratio: aspectRatio('1:1'),
    resolution: resolution(['512', '768', '1K', '2K'], '1K', 128, MAX_IMAGE_SIDE),
    count: count('characters', 4),
    seed,
    output_format: imageFormat,
    image_input: media('image', 1, 'Reference image', 'Its colours are those of the clothes.'),
  })
const OPTIONS = { gouache: optionsOf('gouache'), line: optionsOf('line'), pixel: optionsOf('pixel') }
const STYLE_OF: Readonly<Record<string, keyof typeof OPTIONS>> = {
  'inked-cast': 'line',
  'pixel-cast': 'pixel',
}

const planSchema = z.array(z.array(characterJobSchema).min(1))

/** Width to height of the images whose shape is not the caller's. */
const SHAPES: Readonly<Partial<Record<CharacterImage, number>>> = { portrait: 4 / 5, palette: 16 / 5 }
const SIDE_SHAPE = 3 / 4

const SCENES = ['character-creation']

export const characterMaker: Maker = {
  models: [
    ...offer('character', SCENES, OPTIONS.gouache, [
      'storybook-cast',
      'Storybook cast',
      'A character from three sides, in opaque paint with a soft line: people, animals and robots in a dozen roles, with a portrait, a palette and a story.',
    ]),
    ...offer('character', SCENES, OPTIONS.line, [
      'inked-cast',
      'Inked cast',
      'The same cast as pen drawings: firm lines and thin tints.',
    ]),
    ...offer('character', SCENES, OPTIONS.pixel, [
      'pixel-cast',
      'Pixel cast',
      'The same cast in few colours and large pixels, as for a game.',
    ]),
  ],
  plan,
  make,
}

async function plan({ model, prompt, options, read }: RequestToPlan): Promise<Plan> {
  const { values, ignored } = readOptions(OPTIONS[STYLE_OF[model] ?? 'gouache'], options)
  const { style, aspect_ratio, output_format: format, image_input: [address] = [] } = values
  const views = [...new Set(values.views)]
  if (prompt === '' && address === undefined)
    throw missing('prompt', 'say who the character is, or send a reference image.')
  const image = address === undefined ? null : await read.image('options.image_input', address)
  const reference = image === null ? [] : await referenceColors(image.bytes)
  const sheet = sizeOf(values.resolution, aspect_ratio ?? 1, MAX_IMAGE_SIDE)
  const square = Math.sqrt(sheet.width * sheet.height)
  const jobs = seedsOf(values.seed, values.count).map((seed) =>
    views.map((view) => {
      const own = { square: view === 'palette' ? square * 0.6 : square }
      const size = view === 'sheet' ? sheet : sizeOf(own, SHAPES[view] ?? SIDE_SHAPE, MAX_IMAGE_SIDE)
      return { image: view, style, prompt, seed, reference, ...size, format }
    }),
  )
  const profiles = jobs.map(([job]) => profileOf(prompt, job?.seed ?? 0, reference))
  const advice = image === null ? [] : ['Its clothes have the colours of the reference image.']
  if ('width' in values.resolution && aspect_ratio !== undefined) advice.push(RATIO_IGNORED)
  else if (aspect_ratio !== undefined && !views.includes('sheet'))
    advice.push('aspect_ratio was ignored because it is the shape of the sheet, which was not asked for.')
  return {
    job: planSchema.parse(jobs),
    inputs: [],
    remarks: {
      ...remarksOf(NOTE, advice, ignored),
      profile: profiles[0],
      ...(profiles.length > 1 ? { profiles } : {}),
    },
    credits: jobs.length * 2,
  }
}

async function make({ job, run, onProgress }: Assignment): Promise<readonly MadeFile[]> {
  const characters = planSchema.parse(job)
  const images = await everyJob(characters.flat(), onProgress, async (each): Promise<MadeFile> => {
    const content = await run('character', each)
    const { image: role, prompt, seed, reference, width, height, format } = each
    const contentType = `image/${format}`
    const character = profileOf(prompt, seed, reference).name
    return {
      list: 'images',
      name: `character-${seed}-${role}.${extensionOf(format)}`,
      contentType,
      content,
      facts: { role, width, height, seed, character, content_type: contentType },
    }
  })
  const profiles = characters.flatMap(([first]) => {
    if (first === undefined) return []
    const profile = profileOf(first.prompt, first.seed, first.reference)
    const contentType = 'application/json'
    const bytes = new TextEncoder().encode(JSON.stringify(profile, null, 2))
    const facts = { role: 'profile', seed: profile.seed, character: profile.name, content_type: contentType }
    return [
      {
        list: 'files',
        name: `character-${profile.seed}-profile.json`,
        contentType,
        content: { bytes },
        facts,
      },
    ]
  })
  return [...images, ...profiles]
}

/** The colours of an image's left, middle and right, each once, as linear RGB. */
export async function referenceColors(image: Uint8Array): Promise<readonly Rgb[]> {
  const small = sharp(image).resize(3, 1, { fit: 'fill' }).removeAlpha().toColourspace('srgb')
  const [a = 0, b = 0, c = 0, ...more] = Array.from(await small.raw().toBuffer(), linearPart)
  const colors: Rgb[] = [[a, b, c]]
  for (let at = 0; at < more.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = more.slice(at, at + 3)
    if (!colors.some((color) => color.join() === [red, green, blue].join())) colors.push([red, green, blue])
  }
  return colors
}
