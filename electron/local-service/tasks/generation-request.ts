/**
 * Reads the body of POST /api/v1/generate.
 *
 * Owns the rules that hold for every model: required fields, known values, scenes that fit the media type. What a model's
 * options may hold is its maker's business.
 */
import { z } from 'zod'
import type { ListedModel } from '../makers/maker.ts'
import { quote, show } from '../makers/options.ts'
import { invalidField, Problem } from '../problem.ts'

/** The specification's scenes, by the media type that each produces. */
const SCENES_BY_MEDIA_TYPE = {
  image: ['text-to-image', 'image-to-image'],
  video: ['text-to-video', 'image-to-video', 'video-to-video'],
  character: ['character-creation'],
  music: ['text-to-music'],
} as const
const MEDIA_TYPES = ['image', 'video', 'character', 'music'] as const
const SCENES = MEDIA_TYPES.flatMap((mediaType) => SCENES_BY_MEDIA_TYPE[mediaType])
type Scene = (typeof SCENES)[number]

/** Longer than any prompt that means something, and short enough to be kept. */
const MAX_PROMPT = 20_000

interface GenerationRequest {
  readonly provider: string
  readonly mediaType: (typeof MEDIA_TYPES)[number]
  readonly model: string
  readonly scene: Scene
  readonly prompt: string
  readonly options: Readonly<Record<string, unknown>>
}

const requiredText = (field: string) =>
  z
    .string({ error: ({ input }) => `${field} ${input === undefined ? 'is missing' : 'must be a string'}.` })
    .refine((text) => text.trim() !== '', { error: `${field} is empty.` })

const oneOf = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, {
    error: ({ input }) =>
      input === undefined
        ? `${field} is missing; it is one of ${quote(values)}.`
        : `${field} ${show(input)} is not known; it is one of ${quote(values)}.`,
  })

const requestSchema = z.object(
  {
    provider: requiredText('provider'),
    mediaType: oneOf('mediaType', MEDIA_TYPES),
    model: requiredText('model'),
    scene: oneOf('scene', SCENES as [Scene, ...Scene[]]),
    prompt: z
      .string({ error: 'prompt must be a string.' })
      .max(MAX_PROMPT, { error: `prompt is longer than ${MAX_PROMPT} characters.` })
      .optional(),
    options: z.record(z.string(), z.unknown(), { error: 'options must be an object.' }).optional(),
  },
  { error: 'The body must be a JSON object.' },
)

/** The request in `body`, or a `Problem` 400 naming every field at fault. */
export function readGenerationRequest(body: unknown): GenerationRequest {
  const read = requestSchema.safeParse(body)
  if (!read.success) throw new Problem(400, read.error.issues.map((issue) => issue.message).join(' '))
  const { prompt = '', options = {}, ...rest } = read.data
  const fitting: readonly string[] = SCENES_BY_MEDIA_TYPE[rest.mediaType]
  if (!fitting.includes(rest.scene)) {
    const advice = `with this mediaType it is one of ${quote(fitting)}.`
    throw invalidField('scene', `"${rest.scene}" does not fit mediaType "${rest.mediaType}"; ${advice}`)
  }
  return { ...rest, prompt: prompt.trim(), options }
}

/** The offered model that the request names, or a `Problem` 400 saying which field does not fit. */
export function chooseModel(request: GenerationRequest, models: readonly ListedModel[]): ListedModel {
  const { model, scene } = request
  const fits = (
    field: 'provider' | 'mediaType' | 'model',
    offered: readonly ListedModel[],
  ): readonly ListedModel[] => {
    const found = offered.filter((entry) => entry[field] === request[field])
    const names = [...new Set(offered.map((entry) => entry[field]))]
    const advice = `is not offered here; it is one of ${quote(names)}.`
    if (found.length === 0) throw invalidField(field, `${show(request[field])} ${advice}`)
    return found
  }
  const [found] = fits('model', fits('mediaType', fits('provider', models)))
  if (!found?.scenes.includes(scene)) {
    const advice = `model "${model}" does ${quote(found?.scenes ?? [])}.`
    throw invalidField('scene', `"${scene}" is not possible here; ${advice}`)
  }
  return found
}
