/**
 * Settles a request for a film down to jobs for the threads: which way it is made, how large, how long, from what.
 */
import { z } from 'zod'
import { filmJobSchema, type FilmJob } from '../film/film-job.ts'
import { MISSING_READER } from '../film/restyle/find-reader.ts'
import { lookInWords } from '../film/restyle/look.ts'
import { restyleJobSchema, type RestyleJob } from '../film/restyle/restyle-job.ts'
import { readImageInput } from '../inputs/image-input.ts'
import { readVideoInput, type InputVideo } from '../inputs/video-input.ts'
import { invalidField, Problem } from '../problem.ts'
import type { Plan, RequestToPlan } from './maker.ts'
import { remarksOf, seedAt, settleSeed } from './sample-studio.ts'
import { VIDEO_MODELS, type VideoModel } from './video-models.ts'
import {
  FILM_OPTIONS,
  filmSize,
  LIVING_PICTURE_OPTIONS,
  RESTYLED_FILM_OPTIONS,
  restyledSize,
} from './video-options.ts'

const NOTE =
  'Procedural sample art, drawn and animated on this machine by code from the prompt and the seed. No AI model was involved.'
/** Of a film to be redrawn: each second of it takes a few seconds of work. */
const MAX_INPUT_SECONDS = 30
const CREDIT_PIXELS = 1280 * 720

export const filmPlanSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('film'), films: z.array(filmJobSchema).min(1) }),
  z.object({ kind: z.literal('restyle'), films: z.array(restyleJobSchema).min(1) }),
])

/** The plan of `request`; `canDecode` says whether this machine can read films. */
export async function planFilm(request: RequestToPlan, canDecode: () => Promise<boolean>): Promise<Plan> {
  const model = VIDEO_MODELS.find((entry) => entry.model === request.model)
  if (model === undefined) throw invalidField('model', `"${request.model}" is not a film model.`)
  switch (request.scene) {
    case 'video-to-video':
      return await planRestyle(request, model, canDecode)
    case 'image-to-video':
      return await planFromImage(request, model)
    default:
      return planFromText(request, model)
  }
}

function planFromText(request: RequestToPlan, { model, fromText }: VideoModel): Plan {
  const { values, ignored, advice } = FILM_OPTIONS.read(request.options)
  if (fromText === null) throw invalidField('scene', `"${request.scene}" is not possible with "${model}".`)
  if (request.prompt === '') throw invalidField('prompt', 'is missing: say what the film should show.')
  const unused = unusedAdvice(values, ['image_input', 'video_input'], request.scene)
  const ratio = values.aspect_ratio ?? 16 / 9
  return settle(
    request,
    { ...values, production: fromText, style: null, ratio },
    [...advice, ...unused],
    ignored,
    [],
  )
}

async function planFromImage(request: RequestToPlan, { model, fromImage }: VideoModel): Promise<Plan> {
  if (fromImage === null) throw invalidField('scene', `"${request.scene}" is not possible with "${model}".`)
  const own = fromImage.style === 'own'
  const reading = own ? LIVING_PICTURE_OPTIONS.read(request.options) : FILM_OPTIONS.read(request.options)
  const { values, ignored, advice } = reading
  const [address] = values.image_input
  if (address === undefined)
    throw invalidField('options.image_input', 'is missing: image-to-video needs an image to move through.')
  const input = await readImageInput('options.image_input', address, request.readOwnFile)
  const wanted = 'style' in values && values.style !== 'as it is' ? values.style : null
  const style = fromImage.style === 'own' ? wanted : fromImage.style
  const sentences = [...advice]
  if (values.image_input.length > 1) sentences.push('Only the first input image was used.')
  if ('video_input' in values) sentences.push(...unusedAdvice(values, ['video_input'], request.scene))
  const ratio = values.aspect_ratio ?? input.width / input.height
  const film = { ...values, production: fromImage.production, style, ratio }
  return settle(request, film, sentences, ignored, [input.bytes])
}

type Settled = Pick<FilmJob, 'production' | 'style' | 'duration' | 'strength' | 'sound'> & {
  readonly fps: number
  readonly seed: number | null
  readonly count: number
  readonly camera: FilmJob['camera'] | 'auto'
  readonly resolution: Parameters<typeof filmSize>[0]
  readonly aspect_ratio: number | null
  readonly ratio: number
}

function settle(
  request: RequestToPlan,
  film: Settled,
  advice: readonly string[],
  ignored: readonly string[],
  inputs: readonly Uint8Array[],
): Plan {
  const { size, advice: sizeAdvice } = filmSize(film.resolution, film.ratio)
  const sentences = [...advice, ...sizeAdvice]
  if ('width' in film.resolution && film.aspect_ratio !== null)
    sentences.push('aspect_ratio was ignored because resolution gives width and height.')
  const seed = settleSeed(film.seed)
  const films = Array.from({ length: film.count }, (_, index): FilmJob => ({
    model: request.model,
    production: film.production,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size,
    duration: film.duration,
    framesPerSecond: film.fps,
    camera: film.camera === 'auto' ? null : film.camera,
    style: film.style,
    strength: film.strength,
    sound: film.sound,
  }))
  return {
    job: filmPlanSchema.parse({ kind: 'film', films }),
    inputs,
    remarks: remarksOf(NOTE, sentences, ignored),
    credits: creditsOf(film.duration, size, film.count),
  }
}

async function planRestyle(
  request: RequestToPlan,
  { model, fromFilm }: VideoModel,
  canDecode: () => Promise<boolean>,
): Promise<Plan> {
  if (fromFilm === null) throw invalidField('scene', `"${request.scene}" is not possible with "${model}".`)
  const own = fromFilm === 'own'
  const { values, ignored, advice } = own
    ? RESTYLED_FILM_OPTIONS.read(request.options)
    : FILM_OPTIONS.read(request.options)
  const [address] = values.video_input
  if (address === undefined)
    throw invalidField('options.video_input', 'is missing: video-to-video needs a film to redraw.')
  if (!(await canDecode())) throw new Problem(400, `${MISSING_READER}.`)
  const input = await readVideoInput('options.video_input', address, request.readOwnFile)
  if (input.durationSeconds > MAX_INPUT_SECONDS) {
    const length = input.durationSeconds.toFixed(1)
    throw invalidField(
      'options.video_input',
      `is ${length} s long; films of up to ${MAX_INPUT_SECONDS} s are redrawn.`,
    )
  }
  const named = 'style' in values && values.style !== 'auto' ? values.style : null
  const look = fromFilm === 'own' ? (named ?? lookInWords(request.prompt) ?? 'painted') : fromFilm
  const kept = ['duration', 'fps', 'resolution', 'aspect_ratio', 'camera'].filter(
    (name) => !own && request.options[name] !== undefined,
  )
  const sentences = [...advice]
  if (kept.length > 0) sentences.push(`Ignored because a redrawn film keeps its own: ${kept.join(', ')}.`)
  const size = restyledSize(input)
  const seed = settleSeed(values.seed)
  const films = Array.from({ length: values.count }, (_, index): RestyleJob => ({
    model: request.model,
    look,
    prompt: request.prompt,
    seed: seedAt(seed, index),
    ...size,
    strength: values.strength,
    sound: values.sound && input.hasSound,
    container: containerOf(input),
  }))
  return {
    job: filmPlanSchema.parse({ kind: 'restyle', films }),
    inputs: [input.bytes],
    remarks: remarksOf(NOTE, sentences, ignored),
    credits: creditsOf(input.durationSeconds, size, values.count),
  }
}

/** How FFmpeg calls the kind of file. */
function containerOf({ contentType }: InputVideo): RestyleJob['container'] {
  return /webm|matroska/u.test(contentType) ? 'matroska' : 'mov'
}

function unusedAdvice(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  scene: string,
): readonly string[] {
  const given = names.filter((name) => Array.isArray(values[name]) && values[name].length > 0)
  return given.map((name) => `${name} was ignored in ${scene}.`)
}

/** One for each second of 720p. */
function creditsOf(
  seconds: number,
  { width, height }: { width: number; height: number },
  count: number,
): number {
  return count * Math.max(1, Math.round((seconds * width * height) / CREDIT_PIXELS))
}
