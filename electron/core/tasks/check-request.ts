/** Checks a request before it is taken: its inputs exist, none takes the option of another, a prompt is there, and no option is reserved. */
import { fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import type { InputReference } from '#contract/inputs.ts'
import { message } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { isSent } from '../inputs/encode.ts'
import { checkRequest, type HasInputs } from '../inputs/inputs.ts'
import { inputRefusal, reservedRefusal } from '../service/reserved-options.ts'
import type { ServiceApi } from '../service/service-api.ts'
import { bodyOf } from './submission/task-to-send.ts'

/** `path` is where the request stands in the call's input. */
export type CheckRequest = (
  profileId: string,
  request: GenerateRequest,
  path: string,
) => Promise<Result<null>>

/** The requests as they are to be sent, with what the cast adds. The same one twice stays one object. `path` as above. */
export type ExpandRequests = (
  profileId: string,
  requests: readonly GenerateRequest[],
  path: string,
) => Promise<Result<readonly GenerateRequest[]>>

interface CheckDeps {
  readonly inputs: HasInputs
  /** Null where there is no such profile. */
  readonly apiOf: (profileId: string) => ServiceApi | null
  readonly catalog: {
    /** The model as it is stored. */
    kept(profileId: string, modelId: string): Model | null
    /** As the submission will know it. The service may be asked. */
    entry(profileId: string, modelId: string): Promise<Model | null>
  }
}

export function createRequestCheck({ inputs, apiOf, catalog }: CheckDeps): CheckRequest {
  return async (profileId, request, path) => {
    const known = checkRequest(inputs, request, path)
    const checked = known.ok ? checkShared(request, path) : known
    const api = apiOf(profileId)
    if (!checked.ok || !api) return checked
    const body = bodyOf(request)
    const refusalBy = (model: Model | null) => {
      const reserved = api.reservedOptions({ body, model })
      return reservedRefusal(reserved, { body, model }) ?? inputRefusal(reserved, request)
    }
    const kept = catalog.kept(profileId, request.model)
    // A name may be the model's own: only then the service is asked for it.
    const refusal = refusalBy(kept) && refusalBy(kept ?? (await catalog.entry(profileId, request.model)))
    return refusal
      ? fail(refusal.code, messageOf(refusal), {
          field: `${path}.${refusal.field ?? 'options'}`,
          charged: 'no',
        })
      : succeed(null)
  }
}

/** Of several inputs in an option that takes one, the last would be sent alone, and charged. */
function checkShared({ inputs = [] }: GenerateRequest, path: string): Result<null> {
  const sent = inputs.filter(isSent)
  const shared = sent.find((one) => sent.some((other) => other !== one && nameOf(other) === one.option))
  return shared
    ? fail('invalid_input', message('service.reserved.input', { option: shared.option }), {
        field: `${path}.inputs.${inputs.indexOf(shared)}.option`,
        charged: 'no',
      })
    : succeed(null)
}

function nameOf({ option }: InputReference): string {
  return option.replace(/\[\]$/u, '')
}
