/** Makes videos: settles a request down to jobs for the threads, and hands out what they drew. The work is in `video/`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { FILTER_NAMES, type FilterName, filterInWords } from '../image/filter.ts'
import { createRandom, pick } from '../image/random.ts'
import type { StyleName } from '../image/styles.ts'
import type { Size } from '../image/scene.ts'
import { invalidField } from '../problem.ts'
import type { MadeFile } from '../store/file-store.ts'
import { CAMERA_MOVES, moveInWords } from '../video/camera.ts'
import { type VideoJob, videoJobSchema } from '../video/make-video.ts'
import { isReadable } from '../video/read-h264.ts'
import {
  type Assignment,
  everyJob,
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
  duration,
  media,
  readOptions,
  resolution,
  seed,
  sizeOf,
  strength,
  toEven,
} from './options.ts'

const NOTE =
  'Procedural sample art, drawn and animated on this computer by code from the prompt and the seed. No AI model was involved.'
/** Of a video to be redrawn: each second of it takes a few seconds of work. */
const MAX_INPUT_SECONDS = 30
const MAX_SIDE = 1920
const CREDIT_PIXELS = 1280 * 720

const drawnSchema = z.object({
  duration: duration(1, 20, 4),
  fps: z.int().min(8).max(60).default(24).meta({ title: 'Frames per second' }),
  resolution: resolution(['240p', '360p', '480p', '720p', '1080p'], '720p', 64, MAX_SIDE),
  aspect_ratio: aspectRatio('16:9'),
  camera: choice(['auto', ...CAMERA_MOVES], 'auto', {
    title: 'Camera',
    description: '"auto" follows the prompt ("pan left", "zoom in"), otherwise the seed.',
  }),
})
const sharedSchema = z.object({
  seed,
  count: count('videos', 4),
  audio: z
    .boolean()
    .default(true)
    .meta({ title: 'Audio', description: 'Audio that fits the prompt; an input video keeps its own.' }),
  strength: strength(0.85, 'How far to move away from an input image or video, where it is redrawn.'),
})
const imageSchema = z.object({
  image_input: media('image', 4, 'Input image', 'Image to video: the first one is used.'),
})
const videoSchema = z.object({
  video_input: media('video', 1, 'Input video', 'Video to video: MP4, MOV, WebM or Matroska of up to 30 s.'),
})
const styleSchema = z.object({
  style: choice(['auto', 'as it is', ...FILTER_NAMES], 'auto', {
    title: 'Style',
    description:
      '"auto" follows the prompt ("as an ink drawing"), otherwise paints a video and keeps an image as it is.',
  }),
})
const optionsSchema = z.object({
  ...drawnSchema.shape,
  ...sharedSchema.shape,
  ...imageSchema.shape,
  ...videoSchema.shape,
  ...styleSchema.shape,
})
type Options = z.infer<typeof optionsSchema>

const planSchema = z.array(videoJobSchema).min(1)

const FROM_WORDS = z.object({ ...drawnSchema.shape, ...sharedSchema.shape, ...imageSchema.shape })
const MODELS = [
  {
    style: 'painted-landscape',
    filter: 'painted',
    schema: FROM_WORDS.extend(videoSchema.shape),
    scenes: ['text-to-video', 'image-to-video', 'video-to-video'],
    names: [
      'drifting-landscape',
      'Drifting landscape',
      'A landscape in depth: clouds, water and weather move, and the camera with them. Knows seasons, times of day and a few subjects.',
    ],
  },
  {
    style: 'city-night',
    filter: 'poster',
    schema: FROM_WORDS,
    scenes: ['text-to-video', 'image-to-video'],
    names: ['city-night-video', 'City at night', 'A skyline after dark, in depth, mirrored by wet ground.'],
  },
  {
    style: 'painted-landscape',
    filter: null,
    schema: FROM_WORDS.extend(styleSchema.shape),
    scenes: ['image-to-video'],
    names: [
      'animated-image',
      'Living image',
      'Moves the camera through an image and lets rain or snow fall in it. Keeps the image as it is unless a style is named.',
    ],
  },
  {
    style: 'painted-landscape',
    filter: null,
    schema: z.object({ ...styleSchema.shape, ...sharedSchema.shape, ...videoSchema.shape }),
    scenes: ['video-to-video'],
    names: [
      'restyle-video',
      'Restyled video',
      'Redraws every frame of a video as a painting, ink or a poster. Keeps length, speed and audio. Reads H.264 videos of the baseline profile, such as those made here.',
    ],
  },
] as const satisfies readonly {
  readonly style: StyleName
  /** What inputs are redrawn with; null takes the request's choice. */
  readonly filter: FilterName | null
  readonly schema: z.ZodObject
  readonly scenes: readonly string[]
  readonly names: readonly [string, string, string]
}[]

export const videoMaker: Maker = {
  models: MODELS.flatMap(({ scenes, schema, names }) => offer('video', scenes, schema, names)),
  plan,
  make,
}

/** What the input settles: its file, and what the video takes over from it. */
interface Start extends Size, Pick<VideoJob, 'from' | 'framesPerSecond' | 'frames' | 'audio'> {
  readonly inputs: readonly Uint8Array[]
  readonly advice: readonly string[]
}

async function plan(request: RequestToPlan): Promise<Plan> {
  const { model, scene, prompt, options } = request
  const way = MODELS.find(({ names }) => names[0] === model)
  if (way === undefined) throw invalidField('model', `"${model}" is not a video model.`)
  const { ignored } = readOptions(way.schema, options)
  const known = Object.fromEntries(Object.entries(options).filter(([name]) => name in way.schema.shape))
  const { values } = readOptions(optionsSchema, known)
  const begin = scene === 'video-to-video' ? startFromVideo : startDrawing
  const start = await begin(values, { ...request, options: known })
  const { inputs, advice, ...settled } = start
  const { from, width, height, frames, framesPerSecond } = settled
  const named = FILTER_NAMES.find((name) => name === values.style)
  const filter = way.filter ?? named ?? (from === 'video' ? (filterInWords(prompt) ?? 'painted') : null)
  const jobs = seedsOf(values.seed, values.count).map((seed): VideoJob => {
    const random = createRandom(`camera ${prompt}`, seed)
    const follows = (): VideoJob['camera'] =>
      moveInWords(prompt) ?? pick(random, ['push in', 'pan left', 'pan right', 'orbit'])
    const camera = values.camera === 'auto' ? follows() : values.camera
    return { model, prompt, seed, ...settled, camera, style: way.style, filter, strength: values.strength }
  })
  const unused = (['image_input', 'video_input'] as const).filter(
    (name) => values[name] !== undefined && !scene.startsWith(name.slice(0, 5)),
  )
  const unusedAdvice = unused.map((name) => `${name} was ignored in ${scene}.`)
  const seconds = frames / framesPerSecond
  return {
    job: planSchema.parse(jobs),
    inputs,
    remarks: remarksOf(NOTE, [...unusedAdvice, ...advice], ignored),
    // One for each second of 720p.
    credits: jobs.length * Math.max(1, Math.round((seconds * width * height) / CREDIT_PIXELS)),
  }
}

async function startDrawing(values: Options, { scene, prompt, read }: RequestToPlan): Promise<Start> {
  const [address, ...more] = scene === 'image-to-video' ? (values.image_input ?? []) : []
  if (scene === 'image-to-video' && address === undefined)
    throw missing('options.image_input', 'image-to-video needs an image to move through.')
  const image = address === undefined ? null : await read.image('options.image_input', address)
  if (image === null && prompt === '') throw missing('prompt', 'say what the video should show.')
  const { resolution, aspect_ratio, duration, fps: framesPerSecond, audio } = values
  const wanted = sizeOf(resolution, aspect_ratio ?? (image ? image.width / image.height : 16 / 9), MAX_SIDE)
  const [width, height] = [toEven(wanted.width), toEven(wanted.height)]
  const advice: string[] = []
  if (width !== wanted.width || height !== wanted.height)
    advice.push(`Made ${width}x${height}: H.264 videos have even sides.`)
  if (more.length > 0) advice.push('Only the first input image was used.')
  if ('width' in resolution && aspect_ratio !== undefined) advice.push(RATIO_IGNORED)
  const frames = Math.max(1, Math.round(duration * framesPerSecond))
  const inputs = image === null ? [] : [image.bytes]
  return {
    from: image === null ? 'words' : 'image',
    width,
    height,
    framesPerSecond,
    frames,
    audio,
    inputs,
    advice,
  }
}

async function startFromVideo(values: Options, { options, read }: RequestToPlan): Promise<Start> {
  const field = 'options.video_input'
  const [address] = values.video_input ?? []
  if (address === undefined) throw missing(field, 'video-to-video needs a video to redraw.')
  const { bytes, durationSeconds, codec, hasAudio, framesPerSecond, frames, ...size } = await read.video(
    field,
    address,
  )
  if (durationSeconds > MAX_INPUT_SECONDS)
    throw invalidField(
      field,
      `is ${durationSeconds.toFixed(1)} s long; videos of up to ${MAX_INPUT_SECONDS} s are redrawn.`,
    )
  if (!isReadable(codec)) {
    const found = codec === null ? 'an unknown kind of video' : `video of the kind ${codec}`
    const advice = 'Send MP4 with H.264 of the baseline profile.'
    throw invalidField(field, `holds ${found}, which this computer cannot decode. ${advice}`)
  }
  const shrink = Math.min(1, MAX_SIDE / Math.max(size.width, size.height))
  const [width, height] = [size.width, size.height].map((side) => Math.max(16, toEven(side * shrink))) as [
    number,
    number,
  ]
  const own = Object.keys(drawnSchema.shape).filter((name) => Object.hasOwn(options, name))
  const advice = own.length === 0 ? [] : [`Ignored because a redrawn video keeps its own: ${own.join(', ')}.`]
  const audio = values.audio && hasAudio
  return { from: 'video', width, height, framesPerSecond, frames, audio, inputs: [bytes], advice }
}

async function make({
  job,
  inputs,
  makeScratchDir,
  run,
  onProgress,
}: Assignment): Promise<readonly MadeFile[]> {
  const scratch = await makeScratchDir()
  return await everyJob(
    planSchema.parse(job),
    onProgress,
    async (video, report, index): Promise<MadeFile> => {
      const folder = join(scratch, String(index))
      await mkdir(folder)
      const made = await run('video', { video, inputPath: inputs[0] ?? null, folder }, report)
      const { model, seed, width, height, framesPerSecond: fps } = video
      const round = (value: number): number => Math.round(value * 1000) / 1000
      const contentType = 'video/mp4'
      const length = { duration: round(made.frames / fps), fps: round(fps), has_audio: made.hasAudio }
      return {
        list: 'videos',
        name: `${model}-${seed}.mp4`,
        contentType,
        content: { path: made.path },
        facts: { width, height, ...length, seed, content_type: contentType },
        preview: {
          name: `${model}-${seed}-poster.jpg`,
          contentType: 'image/jpeg',
          content: { path: made.posterPath },
        },
      }
    },
  )
}
