/** Where a request takes what the cast adds: the option for reference images with how many more it takes, and the option for a voice. */
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import { MAX_REQUEST_INPUTS, type Scene } from '#contract/rules/media.ts'
import { type InputKey, inputKeys, roleOf } from '#contract/rules/input-keys.ts'
import { propertiesOf } from '#contract/rules/option-schema.ts'
import type { GenerateRequest } from '#contract/tasks.ts'

export interface CastModel {
  /** Its listing's schema, else the table's. */
  readonly schema: JsonObject | undefined
  readonly knowledge: ModelKnowledge
  /** Empty where the listing does not say. */
  readonly scenes: readonly string[]
}

export type KindOf = (inputId: string) => InputMedia['kind'] | null

/** `[]` at the end takes several. */
export interface ImageOption {
  readonly option: string
  /** How many more images it takes. */
  readonly remaining: number
}

/** What gateways accept where nothing is known of a model. */
const USUAL: InputKey = {
  key: 'image_input',
  isArray: true,
  kind: 'image',
  isRequired: false,
  source: 'memory',
}
const REFERENCE = /reference|subject|character|element|ingredient/i

/**
 * The option for more reference images. Null for a model that takes none.
 *
 * A video's single image, and one beside an image of the user's, is its first or last frame and never filled.
 */
export function imageOption(request: GenerateRequest, model: CastModel, kindOf: KindOf): ImageOption | null {
  const { mediaType, inputs = [], options = {} } = request
  if (mediaType === 'music' || !hasScene(model, sceneWithImages(request))) return null
  const known = inputKeys(model.schema, model.knowledge)
  const isUnknown = known.length === 0 && model.schema === undefined
  const keys = (isUnknown ? [USUAL] : known).filter(
    ({ key, kind }) => kind === 'image' && roleOf(key) === 'reference',
  )
  const named = keys.filter(({ key }) => REFERENCE.test(key))
  // What nobody knows yet is the first frame that a sequence will put there.
  const hasImage = inputs.some(({ inputId }) => (kindOf(inputId) ?? 'image') === 'image')
  const lists = keys.filter(({ isArray }) => isArray)
  const others = mediaType === 'video' ? lists.filter(() => !hasImage) : [...lists, ...keys]
  const places = [...named, ...others].map((key) => ({
    option: key.isArray ? `${key.key}[]` : key.key,
    remaining: Math.min(remainingOf(key, { inputs, options }), MAX_REQUEST_INPUTS - inputs.length),
  }))
  return places.find(({ remaining }) => remaining > 0) ?? places[0] ?? null
}

function remainingOf(
  { key, isArray, most = isArray ? Infinity : 1 }: InputKey,
  { inputs, options }: { readonly inputs: readonly InputReference[]; readonly options: JsonObject },
): number {
  const given = options[key]
  if (given !== undefined && !(isArray && Array.isArray(given))) return 0
  const listed = Array.isArray(given) ? given.length : 0
  const own = inputs.filter(({ option }) => option === key || option === `${key}[]`).length
  return Math.max(0, most - own - listed)
}

/** An image turns text to image into image to image. */
export function sceneWithImages({ scene }: Pick<GenerateRequest, 'scene'>): Scene {
  if (scene === 'text-to-image') return 'image-to-image'
  return scene === 'text-to-video' ? 'image-to-video' : scene
}

/** A listing that says other words for scenes says nothing. */
function hasScene({ scenes }: CastModel, scene: Scene): boolean {
  const isKnown = scenes.some((one) => one.includes('-to-'))
  return !isKnown || scenes.includes(scene)
}

const VOICE = /^(?:voice|speaker)(?:_?(?:id|name))?$/i

/** The option for a voice; null for a model that has none, or whose list lacks this one. */
export function voiceOption({ schema, knowledge }: CastModel, voice: string): string | null {
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    const choices = property['enum']
    if (VOICE.test(key) && (!Array.isArray(choices) || choices.includes(voice))) return key
  }
  if (schema !== undefined) return null
  return knowledge.options.find(({ key, succeeded }) => succeeded > 0 && VOICE.test(key))?.key ?? null
}

export function hasVoice({ options = {} }: Pick<GenerateRequest, 'options'>): boolean {
  return Object.keys(options).some((key) => VOICE.test(key))
}
