/**
 * The checkpoints of Stable Diffusion WebUI as models, with one form for all.
 *
 * Sources: modules/api/api.py (`get_sd_models`, `get_samplers`, `get_schedulers`, `get_upscalers`, `get_latent_upscale_modes`,
 * `get_config`), modules/processing.py for the fields and their defaults, and modules/ui.py for their usual bounds.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import { ask, rowsOf } from '../../adapter.ts'
import { nativeSide } from '../../diffusion.ts'
import type { ApiAddress, GenerateBody, ReadModels, ReadOutcome, Send } from '../../service-api.ts'

const PROVIDER = 'sd-webui'
const UNREADABLE = 'service.listingUnreadable'

const names = rowsOf(z.object({ name: z.string().min(1).max(300) }).transform(({ name }) => name))
const checkpoints = rowsOf(
  z
    .object({ title: z.string().max(300), model_name: z.string().min(1).max(300) })
    .transform(({ model_name: name }) => name),
)
const settings = z.object({ sd_model_checkpoint: z.string().max(300).nullish() })
const listingSchema = z.object({
  checkpoints: z.array(z.string()),
  samplers: z.array(z.string()),
  schedulers: z.array(z.string()),
  upscalers: z.array(z.string()),
})

/** The checkpoint that is loaded comes first: another one has to be loaded, which takes a while. */
export async function fetchListing(get: Send, { baseUrl }: ApiAddress): Promise<ReadOutcome<Json>> {
  const models = await ask(get, `${baseUrl}/sdapi/v1/sd-models`, checkpoints, UNREADABLE)
  if (models.kind !== 'ok') return models
  // Schedulers are a list of their own since version 1.9.
  const optional = async (path: string): Promise<readonly string[]> => {
    const outcome = await ask(get, `${baseUrl}/sdapi/v1/${path}`, names, UNREADABLE)
    return outcome.kind === 'ok' ? outcome.value : []
  }
  const samplers = await optional('samplers')
  const schedulers = await optional('schedulers')
  const upscalers = [...(await optional('latent-upscale-modes')), ...(await optional('upscalers'))]
  const options = await ask(get, `${baseUrl}/sdapi/v1/options`, settings, UNREADABLE)
  const loaded = options.kind === 'ok' ? options.value.sd_model_checkpoint : null
  // It is named by its title: "model.safetensors [6ce0161689]".
  const isLoaded = (name: string): boolean => loaded?.startsWith(name) === true
  const sorted = [...models.value.filter(isLoaded), ...models.value.filter((name) => !isLoaded(name))]
  return { ...models, value: { checkpoints: sorted, samplers, schedulers, upscalers } }
}

/** A checkpoint that it does not know is left out of the request by the WebUI, and the one that is loaded makes the image. */
export async function settleModel(
  get: Send,
  body: GenerateBody,
  _known: Model | null,
  { baseUrl }: ApiAddress,
): Promise<Result<GenerateBody>> {
  const outcome = await ask(get, `${baseUrl}/sdapi/v1/sd-models`, namings, UNREADABLE)
  const isKnown = outcome.kind !== 'ok' || outcome.value.some((row) => aliasesOf(row).includes(body.model))
  if (isKnown) return succeed(body)
  const missing = message('service.sdWebui.checkpointMissing', { model: body.model })
  return fail('invalid_input', missing, { field: 'model', charged: 'no' })
}

const naming = z.object({
  title: z.string(),
  model_name: z.string(),
  hash: z.string().nullish(),
  sha256: z.string().nullish(),
})
/** All of them: a checkpoint that is not in the list counts as removed. */
const namings = rowsOf(naming, Infinity)

/** Under which names it is found: modules/sd_models.py, `CheckpointInfo.ids`. */
function aliasesOf({ title, model_name: name, hash, sha256 }: z.infer<typeof naming>): readonly string[] {
  const file = title.replace(/ \[[^\]]*\]$/u, '')
  const hashes = [hash, sha256, sha256?.slice(0, 10)].flatMap((one) => one || [])
  const stem = file.replace(/\.\w+$/u, '')
  return [
    title,
    file,
    stem,
    name,
    ...hashes,
    ...hashes.flatMap((one) => [file, name].map((of) => `${of} [${one}]`)),
  ]
}

export function readModels(listing: Json): ReadModels {
  const parsed = listingSchema.safeParse(listing)
  if (!parsed.success) return { models: [], problem: message('service.listingUnreadable') }
  const { checkpoints: found, ...lists } = parsed.data
  if (found.length === 0) return { models: [], problem: message('service.sdWebui.noCheckpoint') }
  return { models: found.map((name) => modelOf(name, lists)) }
}

interface Lists {
  readonly samplers: readonly string[]
  readonly schedulers: readonly string[]
  readonly upscalers: readonly string[]
}

function modelOf(name: string, lists: Lists): Model {
  return {
    id: name,
    provider: PROVIDER,
    label: name,
    mediaTypes: ['image'],
    scenes: ['text-to-image', 'image-to-image'],
    optionSchema: { type: 'object', properties: propertiesOf(nativeSide(name), lists) },
    raw: { checkpoint: name },
  }
}

const bounded =
  (type: 'integer' | 'number') =>
  (title: string, minimum: number, maximum: number, more: JsonObject = {}): JsonObject => ({
    type,
    title,
    minimum,
    maximum,
    ...more,
  })
const whole = bounded('integer')
const number = bounded('number')

function propertiesOf(side: number, { samplers, schedulers, upscalers }: Lists): Record<string, JsonObject> {
  const choice = (title: string, values: readonly string[]): JsonObject =>
    values.length > 0 ? { enum: values, title } : { type: 'string', title }
  const ofSize = { multipleOf: 8, default: side }
  return {
    negative_prompt: { type: 'string', title: 'Negative prompt' },
    image: { type: 'string', format: 'uri', title: 'Image' },
    mask_image: { type: 'string', format: 'uri', title: 'Mask' },
    width: whole('Width', 64, 4_096, ofSize),
    height: whole('Height', 64, 4_096, ofSize),
    batch_size: whole('Images at once', 1, 16, { default: 1 }),
    seed: whole('Seed', 0, 4_294_967_295),
    steps: whole('Steps', 1, 150, { default: 20 }),
    cfg_scale: number('Guidance (CFG)', 0, 30, { default: 7 }),
    sampler_name: choice('Sampler', samplers),
    scheduler: choice('Schedule', schedulers),
    denoising_strength: number('Strength', 0, 1, {
      description: 'How much of the image changes, and of an enlarged one.',
    }),
    n_iter: whole('Batches, one after the other', 1, 100, { default: 1 }),
    enable_hr: { type: 'boolean', title: 'Enlarge while it is made', default: false },
    hr_upscaler: choice('Enlarge with', upscalers),
    hr_scale: number('Enlarge by', 1, 4, { default: 2 }),
    hr_second_pass_steps: whole('Steps of the enlargement', 0, 150, { default: 0 }),
    mask_blur: whole('Softness of the mask', 0, 64, { default: 4 }),
    inpaint_full_res: { type: 'boolean', title: 'Work on the masked part alone', default: false },
    tiling: { type: 'boolean', title: 'Can be tiled', default: false },
    restore_faces: { type: 'boolean', title: 'Restore faces', default: false },
  }
}
