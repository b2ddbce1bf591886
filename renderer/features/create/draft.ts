/** What is in the form, per media type, and how it survives a restart. */
import type { InputMedia, InputShape } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { MEDIA, scenesOf } from '../../ui/scenes.ts'
import type { ForeignFormat } from './inputs/convert-image.ts'
import { readShape } from './inputs/input-shape.ts'
import { type BatchSettings, ONE_REQUEST, readBatchSettings } from './batch/batch-settings.ts'
import { type ChosenModel, isChosenModel } from './model/chosen-model.ts'
import type { PromptDraft } from './prompt/plan-prompts.ts'

export interface DraftInput {
  /** The page's own name for the row, before and after the host has accepted the file. */
  readonly key: string
  readonly name: string
  readonly media: InputMedia | null
  /** The asset of the library that it is; absent for what came from elsewhere. */
  readonly assetId?: string
  /** The kind of image that the page made into the PNG it is. */
  readonly convertedFrom?: ForeignFormat
  /** The option key chosen by hand; null while it follows the schema. */
  readonly option: string | null
  /** How it is to be made ready and sent; absent while that follows what is known of the model. */
  readonly shape?: InputShape
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

/** The scene that the inputs make: a image turns text-to-image into image-to-image. */
export function sceneOf(media: MediaType, draft: Pick<Draft, 'scene' | 'inputs'>): Scene {
  if (draft.scene !== null && scenesOf(media).includes(draft.scene)) return draft.scene
  const has = (kind: InputMedia['kind']): boolean => draft.inputs.some((input) => input.media?.kind === kind)
  switch (media) {
    case 'image':
      return has('image') ? 'image-to-image' : 'text-to-image'
    case 'video':
      if (has('video')) return 'video-to-video'
      return has('image') ? 'image-to-video' : 'text-to-video'
    case 'character':
      return 'character-creation'
    case 'music':
      return 'text-to-music'
  }
}

/** The asset that the results will continue: the one that the form was filled from, else the first that is an input. */
export function originOf({ fromAssetId, inputs }: Pick<Draft, 'fromAssetId' | 'inputs'>): string | undefined {
  return fromAssetId ?? inputs.find(({ assetId }) => assetId !== undefined)?.assetId
}

/** A draft as it is kept: an input that is still being read, or could not be, has nothing to be found by again. */
export function settledDraft(draft: Draft): Draft {
  return { ...draft, inputs: draft.inputs.filter((input) => input.media !== null) }
}

/** A draft from a disk; what is not understood of it is as in `fresh`. */
export function readDraft(saved: unknown, fresh: Draft): Draft {
  if (typeof saved !== 'object' || saved === null) return fresh
  const { model, scene, optionsText, requests, batch, inputs, fromAssetId } = saved as Partial<
    Record<keyof Draft, unknown>
  >
  return {
    ...readPromptDraft(saved, fresh),
    model: isChosenModel(model) ? model : null,
    scene: MEDIA.flatMap(scenesOf).find((name) => name === scene) ?? null,
    optionsText: typeof optionsText === 'string' ? optionsText : fresh.optionsText,
    requests: typeof requests === 'number' && requests >= 1 ? Math.floor(requests) : 1,
    batch: readBatchSettings(batch),
    inputs: Array.isArray(inputs) ? inputs.filter(isDraftInput).map(withReadParts) : [],
    fromAssetId: typeof fromAssetId === 'string' ? fromAssetId : null,
  }
}

/** A shape that is not understood would be refused by the host: the input is sent as usual then. */
function withReadParts({ shape: saved, assetId, convertedFrom, ...input }: DraftInput): DraftInput {
  const shape = readShape(saved)
  return {
    ...input,
    ...(shape === undefined ? {} : { shape }),
    ...(typeof assetId === 'string' ? { assetId } : {}),
    ...(typeof convertedFrom === 'string' ? { convertedFrom } : {}),
  }
}

function isDraftInput(value: unknown): value is DraftInput {
  if (typeof value !== 'object' || value === null) return false
  const { key, name, media } = value as Partial<DraftInput>
  return typeof key === 'string' && typeof name === 'string' && typeof media?.id === 'string'
}

/** What is not understood is as in `fresh`. */
function readPromptDraft(saved: object, fresh: PromptDraft): PromptDraft {
  const { prompt, variables, expansion, picks, pickSeed } = saved as Partial<
    Record<keyof PromptDraft, unknown>
  >
  return {
    prompt: typeof prompt === 'string' ? prompt : fresh.prompt,
    variables: readVariables(variables),
    expansion: expansion === 'each' || expansion === 'random' ? expansion : fresh.expansion,
    picks: isWhole(picks) && picks >= 1 ? picks : fresh.picks,
    pickSeed: isWhole(pickSeed) ? pickSeed : fresh.pickSeed,
  }
}

function readVariables(saved: unknown): PromptDraft['variables'] {
  if (typeof saved !== 'object' || saved === null) return {}
  const typed = Object.entries(saved).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(typed)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
