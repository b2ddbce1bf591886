/** Between the responses of a fake provider and those that the conformance suite scripts. */
import { jsonSchema } from '#contract/json.ts'
import type { ProviderResponse } from '#test/stand-ins/services/provider-server.ts'
import type { ScriptedResponse } from './conformance.ts'

/** Of a response that is JSON. */
export function toScripted({ status, body, headers = {} }: ProviderResponse): ScriptedResponse {
  return { status, body: jsonSchema.parse(structuredClone(body)), headers }
}

export function toProvider({ status, body, headers = {} }: ScriptedResponse): ProviderResponse {
  return { status, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}
