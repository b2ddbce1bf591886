/** The request that words from outside mean, by the listing of the service. */
import { type Result, fail, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import type { Model, ModelList } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { asObject } from '#core/json/read-json.ts'
import type { Call } from './open-core.ts'

/** What is asked for: what is left out is chosen by the listing. */
interface Asked {
  readonly mediaType: MediaType
  readonly options: JsonObject
  readonly scene?: Scene | undefined
  readonly prompt?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
}

/** The request that is meant, given the listing of the profile and the inputs' ids. */
export async function buildRequest(
  call: Call,
  profileId: string,
  asked: Asked,
  listing: ModelList,
  inputIds: readonly string[],
): Promise<Result<GenerateRequest>> {
  const scene = asked.scene ?? sceneFor(asked.mediaType, inputIds.length > 0)
  const model = chooseModel(asked, listing, scene)
  if (!model.ok) return model
  const { id, provider } = model.data
  const isWhole = inputIds.length === 0 || model.data.entry?.optionSchema !== undefined
  const whole = isWhole ? null : await call('models.describe', { profileId, provider, model: id })
  const entry = (whole?.ok ? whole.data.model : null) ?? model.data.entry
  return succeed({
    provider,
    mediaType: asked.mediaType,
    model: id,
    scene,
    options: asked.options,
    ...(asked.prompt === undefined ? {} : { prompt: asked.prompt }),
    ...(inputIds.length === 0
      ? {}
      : { inputs: inputIds.map((inputId) => ({ inputId, option: inputOption(entry) })) }),
  })
}

interface Choice {
  readonly id: string
  readonly provider: string
  readonly entry: Model | null
}

function chooseModel(asked: Asked, listing: ModelList, scene: Scene): Result<Choice> {
  if (asked.model !== undefined) {
    const entry = listing.items.find(
      (model) =>
        model.id === asked.model && (asked.provider === undefined || model.provider === asked.provider),
    )
    const provider = asked.provider ?? entry?.provider ?? ''
    if (provider !== '') return succeed({ id: asked.model, provider, entry: entry ?? null })
    return fail('invalid_input', message('command-line.modelNotListed', { model: asked.model }))
  }
  const fits = (model: Model) =>
    (model.mediaTypes.length === 0 || model.mediaTypes.includes(asked.mediaType)) &&
    (model.scenes.length === 0 || model.scenes.includes(scene)) &&
    (asked.provider === undefined || model.provider === asked.provider)
  const entry = listing.items.find(fits)
  if (entry) return succeed({ id: entry.id, provider: entry.provider, entry })
  if (listing.items.length === 0) {
    const none = message('command-line.noModels')
    const { problem } = listing
    return fail('service_unavailable', problem === undefined ? none : followedBy(problem, none))
  }
  return fail('invalid_input', message('command-line.noModelFor', { scene }))
}

/** What follows from the inputs. */
export function sceneFor(mediaType: MediaType, hasInput: boolean): Scene {
  switch (mediaType) {
    case 'image':
      return hasInput ? 'image-to-image' : 'text-to-image'
    case 'video':
      return hasInput ? 'image-to-video' : 'text-to-video'
    case 'character':
      return 'character-creation'
    case 'music':
      return 'text-to-music'
  }
}

/** What gateways of this kind accept when nothing is known of the model. */
const USUAL = 'image_input[]'
const MEDIA_KEY =
  /(^|_)(image|images|input|reference|init|frame|video|audio|mask)(_|s?$)|(image|video|audio)_?(url|urls|input)/i
const NOT_MEDIA = /size|resolution|format|count|num|strength|quality|ratio|style|guidance|fidelity/i

/** The key, with `[]` behind it where it takes several. */
function inputOption(model: Model | null): string {
  const properties = asObject(model?.optionSchema?.['properties'])
  if (!properties) return USUAL
  for (const [key, value] of Object.entries(properties)) {
    if (MEDIA_KEY.test(key) && !NOT_MEDIA.test(key)) return takesSeveral(asObject(value)) ? `${key}[]` : key
  }
  return USUAL
}

function takesSeveral(schema: JsonObject | null): boolean {
  if (!schema) return false
  if (schema['type'] === 'array' || 'items' in schema) return true
  const either = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(either) && (either as readonly Json[]).some((inner) => takesSeveral(asObject(inner)))
}
