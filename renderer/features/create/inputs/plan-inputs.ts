/** Turns the inputs of a draft into references of a request, and says what stands against sending them. */
import type { InputForm, InputMedia, InputReference, InputShape } from '#contract/inputs.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Scene } from '#contract/rules/media.ts'
import type { DraftInput } from '../draft.ts'
import {
  assignKeys,
  type FormKnowledge,
  type InputKey,
  isMediaProperty,
  type MaskKey,
  roleOf,
  sharedKey,
  usualShape,
} from '#contract/rules/input-keys.ts'

/**
 * The form in which an input leaves. A mask is converted first, also one that was given by its address. Where the service takes no
 * addresses, the file goes.
 */
export function formOf(
  { url }: Pick<InputMedia, 'url'>,
  { form }: InputShape,
  { isMask = false, takesAddresses = true }: { readonly isMask?: boolean; readonly takesAddresses?: boolean },
): InputForm {
  const wished = form ?? (url === undefined || isMask ? 'dataUri' : 'url')
  return wished === 'url' && !takesAddresses ? 'dataUri' : wished
}

/** The image that a service lays a mask over: the first one that is none itself. */
export function maskedInput(inputs: readonly DraftInput[]): DraftInput | undefined {
  return inputs.find(({ media, role }) => media?.kind === 'image' && role !== 'mask')
}

/** The image that a mask was drawn on. Undefined where that is none of the inputs. */
export function imageOf(
  { masks }: Pick<DraftInput, 'masks'>,
  inputs: readonly DraftInput[],
): DraftInput | undefined {
  if (masks === undefined) return maskedInput(inputs)
  return inputs.find(({ media, role }) => media?.id === masks && role !== 'mask')
}

/** A mask can be drawn on the first image, and on one that has a mask already. */
export function canMask(inputs: readonly DraftInput[], key: string): boolean {
  const masks = inputs.filter(({ role }) => role === 'mask')
  return maskedInput(inputs)?.key === key || masks.some((mask) => imageOf(mask, inputs)?.key === key)
}

/** A mask that came as a file stays with the image that is the first one now. */
export function withOwnImages(inputs: readonly DraftInput[]): readonly DraftInput[] {
  const masks = maskedInput(inputs)?.media?.id
  if (masks === undefined) return inputs
  return inputs.map((input) =>
    input.role === 'mask' && input.masks === undefined ? { ...input, masks } : input,
  )
}

/**
 * Masks among the inputs of a request that was sent, which have these keys: they were about its first image, also where that can no
 * longer be read.
 */
export function bindMasks(inputs: readonly DraftInput[], keys: ReadonlySet<string>): readonly DraftInput[] {
  const image = inputs.find(
    ({ key, media, role }) => keys.has(key) && role !== 'mask' && (media === null || media.kind === 'image'),
  )
  const masks = image?.media?.id ?? ''
  return inputs.map((input) => (input.role === 'mask' && keys.has(input.key) ? { ...input, masks } : input))
}

/** What the form knows of how a model takes inputs. */
export interface InputKnowledge {
  readonly keys: readonly InputKey[]
  /** Undefined where none is known of. */
  readonly mask?: MaskKey | undefined
  readonly forms: FormKnowledge | undefined
}

export type InputProblem =
  | { readonly kind: 'maskElsewhere'; readonly mask: string; readonly image: string }
  | { readonly kind: 'maskAlone'; readonly mask: string }
  | { readonly kind: 'shared'; readonly key: string }
  | { readonly kind: 'tooMany'; readonly key: string; readonly most: number; readonly given: number }
  | { readonly kind: 'missing' | 'emptyList'; readonly key: string; readonly media: InputMedia['kind'] }

export interface SettledInput extends DraftInput {
  readonly media: InputMedia
}

/** Those that the host has accepted. */
function settledInputs(inputs: readonly DraftInput[]): readonly SettledInput[] {
  return inputs.flatMap((input) => (input.media === null ? [] : [{ ...input, media: input.media }]))
}

/** One reference for each settled input, in their order. */
export function inputReferences(
  inputs: readonly DraftInput[],
  knowledge: InputKnowledge,
): readonly InputReference[] {
  const { keys, forms } = knowledge
  const settled = settledInputs(inputs)
  const options = assignKeys(
    settled.map((input) => ({ kind: input.media.kind, option: optionOf(input, knowledge) })),
    keys,
  )
  return settled.map((input, index) => {
    const { media, role } = input
    const shape = input.shape ?? usualShape(media, role === 'mask', forms)
    return {
      inputId: media.id,
      option: options[index] ?? '',
      ...(Object.keys(shape).length === 0 ? {} : { shape }),
      ...(role === 'mask' ? { mask: maskOf(input, knowledge) } : {}),
    }
  })
}

/** The key that was chosen by hand, or that is for its role. null: the next one that is free. */
function optionOf({ option, role, media }: SettledInput, { keys, mask }: InputKnowledge): string | null {
  if (option !== null || role === undefined) return option
  if (role === 'mask') return mask?.option ?? 'mask'
  const own = keys.find(({ key, kind }) => kind === media.kind && roleOf(key) === role)
  return own === undefined ? null : `${own.key}${own.isArray ? '[]' : ''}`
}

/** A mask that the model knows no option for is not sent, unless the user names one. */
function maskOf(
  { option, paint, keepsOutside }: DraftInput,
  { mask }: InputKnowledge,
): InputReference['mask'] {
  const isSent = option !== null || mask !== undefined
  return {
    ...(isSent ? { paint: paint ?? mask?.paint ?? 'white' } : {}),
    ...(keepsOutside === false ? {} : { keepsOutside: true }),
  }
}

/** A mask that would be laid over another image than the one it was drawn on. */
export function findMaskProblem(inputs: readonly DraftInput[]): InputProblem | null {
  for (const input of inputs) {
    if (input.role !== 'mask' || input.masks === undefined) continue
    const mask = input.media?.name ?? input.name
    const image = imageOf(input, inputs)
    if (image === undefined) return { kind: 'maskAlone', mask }
    if (image.media?.id !== maskedInput(inputs)?.media?.id)
      return { kind: 'maskElsewhere', mask, image: image.media?.name ?? image.name }
  }
  return null
}

/** The first reason why these inputs cannot be sent. What only a table says is a suggestion and stops nothing. */
export function findInputProblem(
  references: readonly InputReference[],
  keys: readonly InputKey[],
  options: JsonObject,
): InputProblem | null {
  const shared = sharedKey(references.map(({ option }) => option))
  if (shared !== undefined) return { kind: 'shared', key: shared }
  const counts = new Map<string, number>()
  for (const { option } of references) counts.set(option, (counts.get(option) ?? 0) + 1)
  for (const { key, isArray, most, source } of keys) {
    const given = counts.get(`${key}[]`) ?? 0
    const already = listLength(options[key])
    if (source === 'schema' && isArray && most !== undefined && given > 0 && given + already > most)
      return { kind: 'tooMany', key, most, given: given + already }
  }
  for (const { key, kind, isRequired } of keys) {
    if (counts.has(key) || counts.has(`${key}[]`)) continue
    if (Array.isArray(options[key]) && listLength(options[key]) === 0)
      return { kind: 'emptyList', key, media: kind }
    if (isRequired && isNothing(options[key])) return { kind: 'missing', key, media: kind }
  }
  return null
}

/** The table's word on how many media a key takes, where more are given. */
export function findCrowded(
  references: readonly InputReference[],
  keys: readonly InputKey[],
): { readonly key: string; readonly most: number } | null {
  for (const { key, most, source } of keys) {
    const given = references.filter(({ option }) => option === `${key}[]`).length
    if (source === 'table' && most !== undefined && given > most) return { key, most }
  }
  return null
}

const NEEDS: Partial<Readonly<Record<Scene, InputMedia['kind']>>> = {
  'image-to-image': 'image',
  'image-to-video': 'image',
  'video-to-video': 'video',
}

/** The kind of media that a scene starts from and that is not there, neither as an input nor among the options. */
export function missingForScene(
  scene: Scene,
  inputs: readonly DraftInput[],
  options: JsonObject,
): InputMedia['kind'] | null {
  const needed = NEEDS[scene]
  const isThere = ({ media, role }: DraftInput): boolean => role !== 'mask' && media?.kind === needed
  if (needed === undefined || inputs.some((input) => input.media === null || isThere(input))) return null
  const isGiven = Object.entries(options).some(
    ([key, value]) => !isNothing(value) && isMediaProperty(key, { type: ['string', 'array'] }),
  )
  return isGiven ? null : needed
}

function listLength(value: Json | undefined): number {
  return Array.isArray(value) ? value.length : 0
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Options in which models take words beside the prompt. */
const WORDS: readonly string[] = ['prompt', 'prompts', 'text', 'lyrics', 'script', 'story', 'messages']

export function standsForPrompt(options: JsonObject, inputs: readonly DraftInput[]): boolean {
  if (inputs.some(({ problem }) => problem === null)) return true
  return Object.entries(options).some(
    ([key, value]) => isSomething(value) && (WORDS.includes(key) || isMedia(key)),
  )
}

/** By its name: nobody knows the schema of an option that the user types. */
function isMedia(key: string): boolean {
  return /(^|_)urls?$/i.test(key) || isMediaProperty(key, { type: ['string', 'array'] })
}

function isSomething(value: Json): boolean {
  return (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0)
}
