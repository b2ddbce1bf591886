/** What is in the form, per media type, and how it survives a restart. */
import type { InputMedia, InputShape } from '#contract/inputs.ts'
import {
  isScene,
  MASK_PAINTS,
  type MaskPaint,
  type MediaType,
  type Scene,
  sceneFor,
} from '#contract/rules/media.ts'
import { scenesOf } from '../../ui/scenes.ts'
import type { ForeignFormat } from './inputs/convert-image.ts'
import { INPUT_ROLES, type InputRole } from '#contract/rules/input-keys.ts'
import { type BatchSettings, ONE_REQUEST, readBatchSettings } from './batch/batch-settings.ts'
import { type ChosenModel, isChosenModel } from './model/models-store.ts'
import type { JsonObject } from '#contract/json.ts'
import { isObject } from '#contract/rules/json-values.ts'
import type { PromptDraft } from './prompt/plan-prompts.ts'

export interface DraftInput {
  /** The page's own name for the row, before and after the host has accepted the file. */
  readonly key: string
  readonly name: string
  readonly media: InputMedia | null
  /** What it was before it was cropped or extended. */
  readonly original?: InputMedia
  /** The asset of the library that it is; absent for what came from elsewhere. */
  readonly assetId?: string
  /** The kind of image that the page made into the PNG it is. */
  readonly convertedFrom?: ForeignFormat
  /** The option key chosen by hand; null while it follows the schema. */
  readonly option: string | null
  /** How it is to be made ready and sent; absent while that follows what is known of the model. */
  readonly shape?: InputShape | undefined
  /** What it is for; absent while that follows from its key. */
  readonly role?: InputRole
  /** Of a mask: the id of its image; absent for one that came as a file, which is about the first image until they are reordered. */
  readonly masks?: string
  /** Of a mask: what is painted again, where the user said so. */
  readonly paint?: MaskPaint
  /** Of a mask: results are laid into the original, unless this is false. */
  readonly keepsOutside?: boolean
  readonly problem: string | null
}

export interface Draft extends PromptDraft {
  readonly model: ChosenModel | null
  /** null: follows from the inputs. */
  readonly scene: Scene | null
  readonly optionsText: string
  /** How many requests one press makes. */
  readonly requests: number
  readonly batch: BatchSettings
  readonly inputs: readonly DraftInput[]
  /** The asset that the form was filled from; null where the user began afresh. */
  readonly fromAssetId: string | null
}

export type Drafts = Readonly<Record<MediaType, Draft>>

export const EMPTY_DRAFT: Draft = {
  prompt: '',
  variables: {},
  expansion: 'each',
  picks: 4,
  pickSeed: 1,
  model: null,
  scene: null,
  optionsText: '{}',
  requests: 1,
  batch: ONE_REQUEST,
  inputs: [],
  fromAssetId: null,
}

/** The scene that the inputs make: an image turns text-to-image into image-to-image. */
export function sceneOf(mediaType: MediaType, draft: Pick<Draft, 'scene' | 'inputs'>): Scene {
  if (draft.scene !== null && scenesOf(mediaType).includes(draft.scene)) return draft.scene
  return sceneFor(
    mediaType,
    draft.inputs.map(({ media }) => media?.kind ?? ''),
  )
}

/** The asset that the results will continue: the one that the form was filled from, else the first that is an input. */
export function originOf({ fromAssetId, inputs }: Pick<Draft, 'fromAssetId' | 'inputs'>): string | undefined {
  return fromAssetId ?? inputs.find(({ assetId }) => assetId !== undefined)?.assetId
}

/** A draft as it is kept: an input that is still being read, or could not be, has nothing to be found by again. */
export function settledDraft(draft: Draft): Draft {
  const inputs = draft.inputs.filter((input) => input.media !== null)
  return inputs.length === draft.inputs.length ? draft : { ...draft, inputs }
}

/** Undefined for a value that is not of its kind. */
type Read<Value> = (saved: unknown) => Value | undefined

const text: Read<string> = (saved) => (typeof saved === 'string' ? saved : undefined)
const whole: Read<number> = (saved) => (Number.isSafeInteger(saved) ? (saved as number) : undefined)
const positive: Read<number> = (saved) => ((whole(saved) ?? 0) >= 1 ? whole(saved) : undefined)

function oneOf<Word extends string>(...words: readonly Word[]): Read<Word> {
  return (saved) => words.find((word) => word === saved)
}

type Parts<Value> = { readonly [Part in keyof Value]-?: Read<Value[Part]> }

const PARTS: Parts<Draft> = {
  prompt: text,
  variables: (saved) =>
    isObject(saved)
      ? Object.fromEntries(
          Object.entries(saved).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : undefined,
  expansion: oneOf('each', 'random'),
  picks: positive,
  pickSeed: whole,
  model: (saved) => (isChosenModel(saved) ? saved : undefined),
  scene: (saved) => (isScene(saved) ? saved : undefined),
  optionsText: text,
  requests: positive,
  batch: readBatchSettings,
  inputs: (saved) => (Array.isArray(saved) ? saved.flatMap(readInput) : undefined),
  fromAssetId: text,
}

const media: Read<InputMedia> = (saved) =>
  isObject(saved) && text(saved['id']) !== undefined ? (saved as unknown as InputMedia) : undefined

const INPUT_PARTS: Parts<Omit<DraftInput, 'problem'>> = {
  key: text,
  name: text,
  media,
  original: media,
  assetId: text,
  convertedFrom: oneOf('BMP', 'ICO', 'CUR'),
  option: text,
  shape: readShape,
  role: oneOf(...INPUT_ROLES),
  masks: text,
  paint: oneOf(...MASK_PAINTS),
  keepsOutside: (saved) => (saved === false ? saved : undefined),
}

/** The parts that are of their kind. */
function readParts<Value>(parts: Parts<Value>, saved: JsonObject): Partial<Value> {
  const read = Object.entries<Read<unknown>>(parts).map(([part, readPart]) => [part, readPart(saved[part])])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<Value>
}

/** A draft from a disk; what is not understood of it is as in an empty one. */
export function readDraft(saved: unknown): Draft {
  return isObject(saved) ? { ...EMPTY_DRAFT, ...readParts(PARTS, saved) } : EMPTY_DRAFT
}

/** Nothing for one that cannot be found again. */
function readInput(saved: unknown): readonly DraftInput[] {
  const { key, name, media, ...rest } = isObject(saved) ? readParts(INPUT_PARTS, saved) : {}
  if (key === undefined || name === undefined || media === undefined) return []
  return [{ option: null, problem: null, ...rest, key, name, media }]
}

const SHAPE: Readonly<Record<string, Read<string | number>>> = {
  form: oneOf('dataUri', 'base64', 'url'),
  format: oneOf('png', 'jpeg', 'webp'),
  longSide: positive,
  maxBytes: positive,
}

/** One that is not understood would be refused by the host: the input is sent as usual then. */
function readShape(saved: unknown): InputShape | undefined {
  const isShape =
    isObject(saved) && Object.entries(saved).every(([part, value]) => SHAPE[part]?.(value) !== undefined)
  return isShape ? saved : undefined
}
