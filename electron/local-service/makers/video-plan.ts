/**
 * Settles a request for a video down to jobs for the threads: what it is drawn with, how large, how long, from what.
 */
import { z } from 'zod'
import { filterInWords } from '../image/filters/filter.ts'
import type { StyleName } from '../image/styles.ts'
import { createRandom, pick } from '../image/random.ts'
import { readImageInput } from '../inputs/image-input.ts'
import { readVideoInput } from '../inputs/video-input.ts'
import { invalidField } from '../problem.ts'
import { moveInWords, type CameraMove } from '../video/camera.ts'
import { isReadable } from '../video/read-h264.ts'
import { drawnVideoSchema, redrawnVideoSchema, type DrawnVideo } from '../video/video-job.ts'
import type { Plan, RequestToPlan } from './maker.ts'
import { remarksOf, seedAt, settleSeed } from './sample-studio.ts'
import { VIDEO_MODELS, type VideoModel } from './video-models.ts'
import {
  MOVED_IMAGE_OPTIONS,
  REDRAWN_VIDEO_OPTIONS,
  redrawnSize,
  VIDEO_OPTIONS,
  videoSize,
} from './video-options.ts'

const NOTE =
  'Procedural sample art, drawn and animated on this computer by code from the prompt and the seed. No AI model was involved.'
/** Of a video to be redrawn: each second of it takes a few seconds of work. */
const MAX_INPUT_SECONDS = 30
const CREDIT_PIXELS = 1280 * 720
/** What a redrawn video keeps of the input. */
const OWN_OF_VIDEOS = ['duration', 'fps', 'resolution', 'aspect_ratio', 'camera']

export const videoPlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), videos: z.array(drawnVideoSchema).min(1) }),
  z.object({ kind: z.literal('redrawn'), videos: z.array(redrawnVideoSchema).min(1) }),
])

/** The plan of `request`. */
export async function planVideo(request: RequestToPlan): Promise<Plan> {
  const model = VIDEO_MODELS.find((entry) => entry.model === request.model)
  if (model === undefined) throw invalidField('model', `"${request.model}" is not a video model.`)
  switch (request.scene) {
    case 'video-to-video':
      return await planFromVideo(request, model)
    case 'image-to-video':
      return await planFromImage(request, model)
    default:
      return planFromText(request, model)
  }
}

function planFromText(request: RequestToPlan, { style }: VideoModel): Plan {
  const { values, ignored, advice } = VIDEO_OPTIONS.read(request.options)
  if (request.prompt === '') throw invalidField('prompt', 'is missing: say what the video should show.')
  const drawn = { values, style: style === 'own' ? null : style, ratio: values.aspect_ratio ?? 16 / 9 }
  const unused = unusedAdvice(values, ['image_input', 'video_input'], request.scene)
  return settle(request, drawn, [...advice, ...unused], ignored, [])
}

async function planFromImage(request: RequestToPlan, model: VideoModel): Promise<Plan> {
  const options = model.style === 'own' ? MOVED_IMAGE_OPTIONS : VIDEO_OPTIONS
  const { values, ignored, advice } = options.read(request.options)
  const [address] = values.image_input
  if (address === undefined)
    throw invalidField('options.image_input', 'is missing: image-to-video needs an image to move through.')
  const input = await readImageInput('options.image_input', address, request.readOwnFile)
  const wanted = 'style' in values && values.style !== 'as it is' ? values.style : null
  const style = model.style === 'own' ? wanted : model.style
  const sentences = [...advice]
  if (values.image_input.length > 1) sentences.push('Only the first input image was used.')
  sentences.push(...unusedAdvice(values, ['video_input'], request.scene))
  const drawn = { values, style, ratio: values.aspect_ratio ?? input.width / input.height }
  return settle(request, drawn, sentences, ignored, [input.bytes])
}

/** What both ways of drawing a video have in common. */
interface Drawn {
  readonly values:
    ReturnType<typeof MOVED_IMAGE_OPTIONS.read>['values'] | ReturnType<typeof VIDEO_OPTIONS.read>['values']
  readonly style: StyleName | null
  readonly ratio: number
}

function settle(
  request: RequestToPlan,
  { values, style, ratio }: Drawn,
  advice: readonly string[],
  ignored: readonly string[],
  inputs: readonly Uint8Array[],
): Plan {
  const { size, advice: sizeAdvice } = videoSize(values.resolution, ratio)
  const sentences = [...advice, ...sizeAdvice]
  if ('width' in values.resolution && values.aspect_ratio !== null)
    sentences.push('aspect_ratio was ignored because resolution gives width and height.')
  const seed = settleSeed(values.seed)
  const videos = Array.from({ length: values.count }, (_, index): DrawnVideo => ({
    model: request.model,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size,
    duration: values.duration,
    framesPerSecond: values.fps,
    camera: cameraOf(values.camera, request.prompt, seedAt(seed, index)),
    style,
    strength: values.strength,
    audio: values.audio,
  }))
  return {
    job: videoPlanSchema.parse({ kind: 'drawn', videos }),
    inputs,
    remarks: remarksOf(NOTE, sentences, ignored),
    credits: creditsOf(values.duration, size, values.count),
  }
}

function cameraOf(wanted: CameraMove | 'auto', prompt: string, seed: number): CameraMove {
  if (wanted !== 'auto') return wanted
  const random = createRandom(`camera ${prompt}`, seed)
  return moveInWords(prompt) ?? pick(random, ['push in', 'pan left', 'pan right', 'orbit'])
}

async function planFromVideo(request: RequestToPlan, model: VideoModel): Promise<Plan> {
  const options = model.filter === 'own' ? REDRAWN_VIDEO_OPTIONS : VIDEO_OPTIONS
  const { values, ignored, advice } = options.read(request.options)
  const field = 'options.video_input'
  const [address] = values.video_input
  if (address === undefined) throw invalidField(field, 'is missing: video-to-video needs a video to redraw.')
  const input = await readVideoInput(field, address, request.readOwnFile)
  if (input.durationSeconds > MAX_INPUT_SECONDS) {
    const length = input.durationSeconds.toFixed(1)
    throw invalidField(field, `is ${length} s long; videos of up to ${MAX_INPUT_SECONDS} s are redrawn.`)
  }
  if (!isReadable(input.codec)) throw invalidField(field, unreadable(input.codec))
  const named = 'style' in values && values.style !== 'auto' ? values.style : null
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

function unusedAdvice(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  scene: string,
): string[] {
  const present = names.filter((name) => Array.isArray(values[name]) && values[name].length > 0)
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
