/**
 * Turns the form into generate requests, or into the reason why it cannot.
 *
 * Owns what one press of the button will do. Sending it is the form store's business.
 */
import type { JsonObject } from '#contract/json.ts'
import type { MediaType, Model } from '#contract/model.ts'
import type { GenerateRequest } from '#contract/task.ts'
import type { Draft } from './draft.ts'
import { sceneOf } from './draft.ts'
import { checkOptions } from './options/check-options.ts'
import { assignKeys, mediaKeys, sharedKey, type MediaKey } from './options/media-keys.ts'
import {
  commonFields,
  countField,
  propertiesOf,
  readFields,
  type OptionField,
} from './options/option-fields.ts'
import { parseOptions } from './options/options-text.ts'
import { expectedCount } from './shape.ts'

/** Most requests one press may make; the contract refuses more. */
export const MOST_REQUESTS = 1_000

export type Obstacle =
  | { readonly kind: 'prompt' | 'model' | 'provider' | 'options' | 'inputPending' | 'inputProblem' }
  | { readonly kind: 'optionField'; readonly key: string }
  | { readonly kind: 'sharedKey'; readonly key: string }

export interface Plan {
  readonly requests: readonly GenerateRequest[]
  /** Results that the requests make together. */
  readonly results: number
}

/** What the form knows of the chosen model's options. */
export interface OptionKnowledge {
  readonly fields: readonly OptionField[]
  readonly count: OptionField | undefined
  readonly media: readonly MediaKey[]
}

export function knowOptions(media: MediaType, model: Model | undefined): OptionKnowledge {
  const schema = model?.optionSchema
  if (schema === undefined) return { fields: commonFields(media), count: undefined, media: [] }
  const fields = readFields(schema, media)
  return { fields, count: countField(fields), media: mediaKeys(propertiesOf(schema)) }
}

export function planRequests(media: MediaType, draft: Draft, model: Model | undefined): Plan | Obstacle {
  const knowledge = knowOptions(media, model)
  const parsed = parseOptions(draft.optionsText)
  const inputs = draft.inputs.flatMap((input) =>
    input.media === null ? [] : [{ ...input, media: input.media }],
  )
  const assigned = assignKeys(
    inputs.map(({ media: { kind }, option }) => ({ kind, option })),
    knowledge.media,
  )

  if (draft.inputs.some((input) => input.problem !== null)) return { kind: 'inputProblem' }
  if (inputs.length < draft.inputs.length) return { kind: 'inputPending' }
  if (draft.prompt.trim() === '' && !bringsOwnPrompt(parsed.ok ? parsed.value : {})) return { kind: 'prompt' }
  if (draft.model === null || draft.model.id.trim() === '') return { kind: 'model' }
  if (draft.model.provider.trim() === '') return { kind: 'provider' }
  if (!parsed.ok) return { kind: 'options' }
  const [wrong] = checkOptions(knowledge.fields, parsed.value).keys()
  if (wrong !== undefined) return { kind: 'optionField', key: wrong }
  const shared = sharedKey(assigned)
  if (shared !== undefined) return { kind: 'sharedKey', key: shared }

  const request: GenerateRequest = {
    provider: draft.model.provider.trim(),
    mediaType: media,
    model: draft.model.id.trim(),
    scene: sceneOf(media, draft),
    ...(draft.prompt.trim() === '' ? {} : { prompt: draft.prompt.trim() }),
    ...(Object.keys(parsed.value).length === 0 ? {} : { options: { ...parsed.value } }),
    ...(inputs.length === 0
      ? {}
      : {
          inputs: inputs.map((input, index) => ({ inputId: input.media.id, option: assigned[index] ?? '' })),
        }),
  }
  const howMany = Math.min(draft.requests, MOST_REQUESTS)
  const requests = Array.from({ length: howMany }, (_, index) => withSeed(request, index))
  return { requests, results: howMany * expectedCount(parsed.value) }
}

/** A fixed seed counts up over several requests; the same one would pay for the same picture again. */
function withSeed(request: GenerateRequest, index: number): GenerateRequest {
  const seed = request.options?.['seed']
  if (index === 0 || typeof seed !== 'number' || !Number.isInteger(seed)) return request
  return { ...request, options: { ...request.options, seed: seed + index } }
}

/** The service wants a prompt "unless options supplies equivalent input". */
function bringsOwnPrompt(options: JsonObject): boolean {
  return ['prompt', 'lyrics', 'text', 'messages'].some((key) => {
    const value = options[key]
    return (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0)
  })
}

/** The part of the form that `field` of the host's error (`requests.0.prompt`) speaks of. */
export function formPart(field: string | undefined): string | null {
  const match = /^requests\.\d+\.([^.]+)(?:\.(.+))?$/.exec(field ?? '')
  if (match === null) return null
  return match[1] === 'options' && match[2] !== undefined ? `options.${match[2]}` : (match[1] ?? null)
}
