/** The request that words from outside mean, by the listing of the service. */
import { type Result, fail, succeed } from '#contract/errors.ts'
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import type { Model, ModelList } from '#contract/models.ts'
import { assignKeys, inputKeys, usualShape } from '#contract/rules/input-keys.ts'
import { type MediaType, type Scene, sceneFor } from '#contract/rules/media.ts'
import { propertiesOf } from '#contract/rules/option-schema.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { asObject } from '#core/json/read-json.ts'
import type { Call } from './open-core.ts'

/** What is left out is chosen by the listing. */
interface Asked {
  readonly mediaType: MediaType
  readonly options: JsonObject
  readonly scene?: Scene | undefined
  readonly prompt?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
}

export interface GivenInput extends Pick<InputMedia, 'id' | 'kind' | 'url'> {
  /** The key of the options that takes it; what is left out follows from the model. */
  readonly option?: string | undefined
}

export async function buildRequest(
  call: Call,
  profileId: string,
  asked: Asked,
  listing: ModelList,
  inputs: readonly GivenInput[],
): Promise<Result<GenerateRequest>> {
  const scene =
    asked.scene ??
    sceneFor(
      asked.mediaType,
      inputs.map(({ kind }) => kind),
    )
  const model = chooseModel(asked, listing, scene)
  if (!model.ok) return model
  const { id, provider } = model.data
  return succeed({
    provider,
    mediaType: asked.mediaType,
    model: id,
    scene,
    options: asked.options,
    ...(asked.prompt === undefined ? {} : { prompt: asked.prompt }),
    ...(inputs.length === 0 ? {} : { inputs: await referencesTo(call, profileId, model.data, inputs) }),
  })
}

/** Each input where the model takes its kind of media, as the form of the page has it. */
async function referencesTo(
  call: Call,
  profileId: string,
  { id, provider, entry }: Choice,
  inputs: readonly GivenInput[],
): Promise<InputReference[]> {
  const asked = { profileId, provider, model: id }
  const whole = entry?.optionSchema === undefined ? await call('models.describe', asked) : null
  const known = await call('models.knowledge', asked)
  const knowledge = known.ok ? known.data : undefined
  const listed = (whole?.ok ? whole.data.model : null) ?? entry
  const keys = inputKeys(listed?.optionSchema ?? knowledge?.tableSchema, knowledge)
  const isKnown = (kind: InputMedia['kind']): boolean => keys.some((key) => key.kind === kind)
  const options = assignKeys(
    inputs.map(({ kind, option }) => ({
      kind,
      option: option ?? (isKnown(kind) ? null : optionLikeMedia(listed)),
    })),
    keys,
  )
  return inputs.map((input, index) => {
    const shape = usualShape(input, false, knowledge)
    const hasShape = Object.keys(shape).length > 0
    return { inputId: input.id, option: options[index] ?? '', ...(hasShape && { shape }) }
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

const MEDIA_KEY =
  /(^|_)(image|images|input|reference|init|frame|video|audio|mask)(_|s?$)|(image|video|audio)_?(url|urls|input)/i
const NOT_MEDIA = /size|resolution|format|count|num|strength|quality|ratio|style|guidance|fidelity/i
const NO_TEXT: readonly unknown[] = ['integer', 'number', 'boolean']

/** The first that may take media, by its name alone; with `[]` behind it where it takes several. */
function optionLikeMedia(model: Model | null): string | null {
  for (const [key, property] of Object.entries(propertiesOf(model?.optionSchema))) {
    if (!MEDIA_KEY.test(key) || NOT_MEDIA.test(key) || NO_TEXT.includes(property['type'])) continue
    return takesSeveral(property) ? `${key}[]` : key
  }
  return null
}

function takesSeveral(schema: JsonObject | null): boolean {
  if (!schema) return false
  if (schema['type'] === 'array' || 'items' in schema) return true
  const either = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(either) && (either as readonly Json[]).some((inner) => takesSeveral(asObject(inner)))
}
