/** Between the responses of a fake provider and those that the conformance suite scripts. */
import { jsonSchema } from '#contract/json.ts'
import type {
  ProviderRequest,
  ProviderResponse,
  ProviderServer,
} from '#test/stand-ins/services/provider-server.ts'
import type { ScriptedResponse } from './conformance.ts'

/** Of a response that is JSON. */
export function toScripted({ status, body, headers = {} }: ProviderResponse): ScriptedResponse {
  return { status, body: jsonSchema.parse(structuredClone(body)), headers }
}

export function toProvider({ status, body, headers = {} }: ScriptedResponse): ProviderResponse {
  return { status, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
}

/** The files that these servers give have no byte from now on, whether they are asked for or stand in a response. */
export function emptyFilesOf(...servers: readonly Pick<ProviderServer, 'rewrite'>[]): void {
  for (const server of servers) server.rewrite = (_, response) => ({ ...response, body: emptied(response) })
}

function emptied({ body, headers = {} }: ProviderResponse): ProviderResponse['body'] {
  const isFile = /^(?:image|video|audio)\//u.test(headers['content-type'] ?? '')
  if (isFile || typeof body !== 'object' || body instanceof Uint8Array) return isFile ? '' : body
  const text = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'string' && /^[\w+/]{150,}={0,2}$/u.test(value) ? '' : value,
  )
  return JSON.parse(text) as object
}

/** This server takes what is sent to a path, and answers it with a 500. */
export function failAfterTaking(server: Pick<ProviderServer, 'rewrite'>, path: RegExp): void {
  server.rewrite = ({ method, path: asked }, response) =>
    method === 'POST' && path.test(asked)
      ? { ...response, status: 500, body: 'Internal Server Error', headers: {} }
      : response
}

/** What this server says to these questions is no longer what anybody can read. */
export function garble(server: Pick<ProviderServer, 'rewrite'>, path: RegExp): void {
  const isAsked = ({ method, path: asked }: ProviderRequest) => method === 'GET' && path.test(asked)
  server.rewrite = (request, response) =>
    isAsked(request) ? { status: 200, body: { words: 'of another kind' } } : response
}
