/** Settles a request for a video down to jobs for the threads: what it is drawn with, how large, how long, from what. */
import { z } from 'zod'
import data from './models.json' with { type: 'json' }
import { FILTER_NAMES, filterInWords } from '../image/filters/filter.ts'
import type { Size } from '../image/scene.ts'
import { createRandom, pick } from '../image/random.ts'
import { STYLE_NAMES, type StyleName } from '../image/styles.ts'
import { invalidField } from '../problem.ts'
import { type CameraMove, moveInWords } from '../video/camera.ts'
import { type DrawnVideo, drawnVideoSchema, redrawnVideoSchema } from '../video/video-job.ts'
import { isReadable } from '../video/read-h264.ts'
import { type Plan, type RequestToPlan, modelsOf, remarksOf, schemaOf, seedAt, settleSeed } from './maker.ts'
import { readOptions } from './read-options.ts'
import { RATIO_IGNORED, type Resolution, sizeOf, toEven } from './sizes.ts'

const NOTE =
  'Procedural sample art, drawn and animated on this computer by code from the prompt and the seed. No AI model was involved.'
/** Of a video to be redrawn: each second of it takes a few seconds of work. */
const MAX_INPUT_SECONDS = 30
const MAX_SIDE = 1920
const CREDIT_PIXELS = 1280 * 720
/** What a redrawn video keeps of the input. */
const OWN_OF_VIDEOS = ['duration', 'fps', 'resolution', 'aspect_ratio', 'camera']

export const videoPlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), videos: z.array(drawnVideoSchema).min(1) }),
  z.object({ kind: z.literal('redrawn'), videos: z.array(redrawnVideoSchema).min(1) }),
])

const modelSchema = z.object({
  model: z.string(),
  /** Draws videos from words and redraws input images; "own" takes the request's choice and needs an image. */
  style: z.enum([...STYLE_NAMES, 'own']).nullable(),
  /** How input videos are redrawn ("own": the request's choice or words); null when they are not. */
  filter: z.enum([...FILTER_NAMES, 'own']).nullable(),
})
type VideoModel = z.infer<typeof modelSchema>

/** The models as they are listed. */
export const VIDEO_MODELS = modelsOf('video')
const WAYS = z.array(modelSchema).parse(data.models.filter(({ mediaType }) => mediaType === 'video'))

interface SharedOptions {
  readonly seed: number | null
  readonly count: number
  readonly audio: boolean
  readonly strength: number
  readonly image_input?: readonly string[]
  readonly video_input?: readonly string[]
  /** Of the models that let the request choose. */
  readonly style?: string
}

interface DrawnOptions extends SharedOptions {
  readonly duration: number
  readonly fps: number
  readonly resolution: Resolution
  readonly aspect_ratio: number | null
  readonly camera: CameraMove | 'auto'
}

/** The plan of `request`. */
export async function planVideo(request: RequestToPlan): Promise<Plan> {
  const model = WAYS.find((entry) => entry.model === request.model)
  if (model === undefined) throw invalidField('model', `"${request.model}" is not a video model.`)
  return request.scene === 'video-to-video'
    ? await planRedrawn(request, model)
    : await planDrawn(request, model)
}

async function planDrawn(request: RequestToPlan, model: VideoModel): Promise<Plan> {
  const schema = schemaOf(VIDEO_MODELS, request.model)
  const { values, ignored, advice } = readOptions<DrawnOptions>(schema, request.options)
  const image = request.scene === 'image-to-video' ? await readFirstImage(values, request) : null
  if (image === null && request.prompt === '')
    throw invalidField('prompt', 'is missing: say what the video should show.')
  const unused = image === null ? ['image_input', 'video_input'] : ['video_input']
  const ratio = values.aspect_ratio ?? (image === null ? 16 / 9 : image.width / image.height)
  const size = videoSize(values.resolution, ratio)
  const sentences = [...advice, ...unusedAdvice(values, unused, request.scene), ...size.advice]
  if (image !== null && (values.image_input?.length ?? 0) > 1)
    sentences.push('Only the first input image was used.')
  if ('width' in values.resolution && values.aspect_ratio !== null) sentences.push(RATIO_IGNORED)
  const seed = settleSeed(values.seed)
  const videos = Array.from({ length: values.count }, (_, index): DrawnVideo => ({
    model: request.model,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size.size,
    duration: values.duration,
    framesPerSecond: values.fps,
    camera: cameraOf(values.camera, request.prompt, seedAt(seed, index)),
    style: styleOf(model, values),
    strength: values.strength,
    audio: values.audio,
  }))
  return {
    job: videoPlanSchema.parse({ kind: 'drawn', videos }),
    inputs: image === null ? [] : [image.bytes],
    remarks: remarksOf(NOTE, sentences, ignored),
    credits: creditsOf(values.duration, size.size, values.count),
  }
}

async function readFirstImage({ image_input }: SharedOptions, { read }: RequestToPlan) {
  const [address] = image_input ?? []
  if (address === undefined)
    throw invalidField('options.image_input', 'is missing: image-to-video needs an image to move through.')
  return await read.image('options.image_input', address)
}

/** The model's own style, or the request's; null keeps the input image as it is. */
function styleOf({ style }: VideoModel, values: SharedOptions): StyleName | null {
  if (style !== 'own') return style
  return STYLE_NAMES.find((name) => name === values.style) ?? null
}

function cameraOf(wanted: CameraMove | 'auto', prompt: string, seed: number): CameraMove {
  if (wanted !== 'auto') return wanted
  const random = createRandom(`camera ${prompt}`, seed)
  return moveInWords(prompt) ?? pick(random, ['push in', 'pan left', 'pan right', 'orbit'])
}

/** A video's size, even on both sides as H.264 needs, and a sentence where that changed what was asked for. */
export function videoSize(
  resolution: Resolution,
  ratio: number,
): { readonly size: Size; readonly advice: readonly string[] } {
  const wanted = sizeOf(resolution, ratio, MAX_SIDE)
  const size = { width: toEven(wanted.width), height: toEven(wanted.height) }
  const isChanged = size.width !== wanted.width || size.height !== wanted.height
  const advice = `Made ${size.width}x${size.height}: H.264 videos have even sides.`
  return { size, advice: isChanged ? [advice] : [] }
}

/** The size of a redrawn video: that of the input, even, and no larger than any other video here. */
export function redrawnSize({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  const even = (pixels: number): number => Math.max(16, toEven(pixels * shrink))
  return { width: even(width), height: even(height) }
}

async function planRedrawn(request: RequestToPlan, model: VideoModel): Promise<Plan> {
  const schema = schemaOf(VIDEO_MODELS, request.model)
  const { values, ignored, advice } = readOptions<SharedOptions>(schema, request.options)
  const field = 'options.video_input'
  const [address] = values.video_input ?? []
  if (address === undefined) throw invalidField(field, 'is missing: video-to-video needs a video to redraw.')
  const input = await request.read.video(field, address)
  if (input.durationSeconds > MAX_INPUT_SECONDS) {
    const length = input.durationSeconds.toFixed(1)
    throw invalidField(field, `is ${length} s long; videos of up to ${MAX_INPUT_SECONDS} s are redrawn.`)
  }
  if (!isReadable(input.codec)) throw invalidField(field, unreadable(input.codec))
  const named = FILTER_NAMES.find((name) => name === values.style)
  const filter = model.filter === 'own' ? (named ?? filterInWords(request.prompt) ?? 'painted') : model.filter
  const size = redrawnSize(input)
  const seed = settleSeed(values.seed)
  const videos = Array.from({ length: values.count }, (_, index) => ({
    model: request.model,
    filter,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size,
    strength: values.strength,
    audio: values.audio && input.hasAudio,
    framesPerSecond: input.framesPerSecond,
    frames: input.frames,
  }))
  const unused = unusedAdvice(values, ['image_input'], request.scene)
  const own = OWN_OF_VIDEOS.filter((name) => Object.hasOwn(request.options, name) && name in values)
  if (own.length > 0) unused.push(`Ignored because a redrawn video keeps its own: ${own.join(', ')}.`)
  return {
    job: videoPlanSchema.parse({ kind: 'redrawn', videos }),
    inputs: [input.bytes],
    remarks: remarksOf(NOTE, [...advice, ...unused], ignored),
    credits: creditsOf(input.durationSeconds, size, values.count),
  }
}

function unreadable(codec: string | null): string {
  const found = codec === null ? 'an unknown kind of video' : `video of the kind ${codec}`
  return `holds ${found}, which this computer cannot decode. Send MP4 with H.264 of the baseline profile.`
}

function unusedAdvice(values: object, names: readonly string[], scene: string): string[] {
  const entries = new Map<string, unknown>(Object.entries(values))
  const present = names.filter((name) => {
    const list = entries.get(name)
    return Array.isArray(list) && list.length > 0
  })
  return present.map((name) => `${name} was ignored in ${scene}.`)
}

/** One for each second of 720p. */
function creditsOf(
  seconds: number,
  { width, height }: { width: number; height: number },
  count: number,
): number {
  return count * Math.max(1, Math.round((seconds * width * height) / CREDIT_PIXELS))
}
