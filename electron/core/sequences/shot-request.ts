/** What a shot would send, built as a form builds it, with a name in the place of a first frame. */
import type { ExpandedRequest } from '#contract/cast.ts'
import type { Message } from '#contract/messages/message.ts'
import { message } from '#contract/messages/message.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import type { JsonObject } from '#contract/json.ts'
import { DEFAULT_SCENES, type Scene } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { HasInputs } from '../inputs/inputs.ts'
import type { StoredShot } from './sequence-record.ts'

/** Stands for the input of a first frame, which is not there before the frame is. No input has this id. */
export const FIRST_FRAME = 'first-frame'

/** The inputs, with what stands for a first frame. */
export function withFirstFrame({ find }: HasInputs): HasInputs {
  return { find: (id) => (id === FIRST_FRAME ? {} : find(id)) }
}

/** As forms send an image: larger ones are refused or shrunk by models anyway. */
const SHAPE = { longSide: 4096, maxBytes: 10_000_000 }

/** What is known of a model without asking its service. */
export interface ShotModel {
  readonly schema: JsonObject | undefined
  readonly knowledge: ModelKnowledge
  /** The service lists its models, and this is none of them. */
  readonly isGone: boolean
}

export interface ShotRequestDeps {
  readonly activeProfile: () => string
  readonly hasProfile: (profileId: string) => boolean
  readonly modelOf: (profileId: string, provider: string, model: string) => ShotModel
  /** What the cast makes of a request. Reads only. */
  readonly expand: (profileId: string, request: GenerateRequest) => ExpandedRequest
}

export interface ShotRequest {
  readonly profileId: string
  readonly request: GenerateRequest
}

/** Or why there is none. `hasFrame`: something gives it a first frame. */
export function shotRequest(
  { activeProfile, hasProfile, modelOf, expand }: ShotRequestDeps,
  sequenceId: string,
  shot: StoredShot,
  hasFrame: boolean,
): ShotRequest | { readonly refused: Message } {
  const { mediaType, provider, model, prompt, options, inputs = [], newTake = 0 } = shot
  const profileId = shot.profileId ?? activeProfile()
  if (!hasProfile(profileId)) return { refused: message('sequences.plan.noService') }
  const known = modelOf(profileId, provider, model)
  if (known.isGone) return { refused: message('sequences.plan.noModel', { model }) }
  const option = hasFrame ? (shot.fromOption ?? frameOption(known)) : null
  if (hasFrame && option === null) return { refused: message('sequences.plan.noFrameOption', { model }) }
  const frame = option === null ? [] : [{ inputId: FIRST_FRAME, option, shape: SHAPE }]
  const all = [...frame, ...inputs]
  const request: GenerateRequest = {
    provider,
    mediaType,
    model,
    scene: shot.scene ?? plainestScene(mediaType, all.length > 0),
    prompt,
    ...(options && { options }),
    ...(all.length > 0 && { inputs: all }),
    provenance: { shot: { sequenceId, shotId: shot.id, take: newTake } },
  }
  const { request: expanded, refusal } = expand(profileId, request)
  if (!refusal) return { profileId, request: expanded }
  const { text: _text, ...refused } = refusal
  return { refused }
}

function plainestScene(mediaType: StoredShot['mediaType'], hasInputs: boolean): Scene {
  if (!hasInputs) return DEFAULT_SCENES[mediaType]
  return mediaType === 'image' ? 'image-to-image' : 'image-to-video'
}

const FIRST = /(?:first|start)_?(?:frame|image|img)/iu
const OTHER = /mask|(?:last|end|tail)_?(?:frame|image|img)|tail_image|^(?:num|number|max|min|count)_/iu
const IMAGE = /image|img|frame/iu

/** The option for a first frame: one that is named so, else the first for an image. Null for a model that takes none. */
export function frameOption({ schema, knowledge }: Pick<ShotModel, 'schema' | 'knowledge'>): string | null {
  const properties = schema?.['properties']
  const listed = typeof properties === 'object' && properties !== null ? Object.entries(properties) : []
  const options = [
    ...listed.flatMap(([key, property]) => (IMAGE.test(key) ? [asOption(key, property)] : [])),
    ...(knowledge.tableInputs ?? []).flatMap(({ option, kind }) => (kind === 'image' ? [option] : [])),
    ...(knowledge.inputOption !== undefined && IMAGE.test(knowledge.inputOption)
      ? [knowledge.inputOption]
      : []),
  ].filter((option) => option !== null && !OTHER.test(option))
  const found = options.find((option) => FIRST.test(option ?? '')) ?? options[0]
  return found ?? (schema ? null : 'image_input[]')
}

/** Null for a property that holds no address. */
function asOption(key: string, property: unknown): string | null {
  if (typeof property !== 'object' || property === null || 'enum' in property) return null
  const types = [(property as { readonly type?: unknown }).type].flat()
  if (types.includes('array')) return `${key}[]`
  return types.includes('string') ? key : null
}
