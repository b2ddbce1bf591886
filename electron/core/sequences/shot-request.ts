/** What a shot would send, built as a form builds it, with a name in the place of a first frame. */
import type { ExpandedRequest } from '#contract/cast.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { Message } from '#contract/messages/message.ts'
import { message } from '#contract/messages/message.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import type { JsonObject } from '#contract/json.ts'
import { inputKeys, type InputRole, roleOf } from '#contract/rules/input-keys.ts'
import { sceneFor } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { HasInputs } from '../inputs/inputs.ts'
import type { StoredShot } from './sequence-record.ts'

/** Stands for the input of a first frame, which is not there before the frame is. No input has this id. */
export const FIRST_FRAME = 'first-frame'

export function withFirstFrame({ find }: HasInputs): HasInputs {
  return { find: (id) => (id === FIRST_FRAME ? {} : find(id)) }
}

/** As forms send an image: larger ones are refused or shrunk by models anyway. */
const SHAPE = { longSide: 4096, maxBytes: 10_000_000 }

/** What is known of a model without asking its service. */
export interface ShotModel {
  readonly schema: JsonObject | undefined
  readonly knowledge: ModelKnowledge
}

export interface ShotRequestDeps {
  readonly hasProfile: (profileId: string) => boolean
  /** Null for an input that is gone. */
  readonly kindOf: (inputId: string) => InputMedia['kind'] | null
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
  { hasProfile, kindOf, modelOf, expand }: ShotRequestDeps,
  sequenceId: string,
  shot: StoredShot & { readonly profileId: string },
  hasFrame: boolean,
): ShotRequest | { readonly refused: Message } {
  const { mediaType, profileId, provider, model, prompt, options, inputs = [], newTake = 0 } = shot
  if (!hasProfile(profileId)) return { refused: message('sequences.plan.noService') }
  const known = modelOf(profileId, provider, model)
  const option = hasFrame ? (shot.fromOption ?? frameOption(known)) : null
  if (hasFrame && option === null) return { refused: message('sequences.plan.noFrameOption', { model }) }
  const frame = option === null ? [] : [{ inputId: FIRST_FRAME, option, shape: SHAPE }]
  const all = [...frame, ...inputs]
  const kinds = [...(hasFrame ? ['image'] : []), ...inputs.flatMap(({ inputId }) => kindOf(inputId) ?? [])]
  const request: GenerateRequest = {
    provider,
    mediaType,
    model,
    scene: shot.scene ?? sceneFor(mediaType, kinds),
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

/** The option for a first frame: one that is named so, else the first for an image. Null for a model that takes none. */
function frameOption({ schema, knowledge }: ShotModel): string | null {
  const keys = inputKeys(schema, knowledge).filter(({ kind }) => kind === 'image')
  const named = (role: InputRole) => keys.find(({ key }) => roleOf(key) === role)
  const found = named('firstFrame') ?? named('reference')
  if (found) return found.isArray ? `${found.key}[]` : found.key
  return schema ? null : 'image_input[]'
}
