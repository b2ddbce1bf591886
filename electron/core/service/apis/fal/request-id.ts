/**
 * A remote id of fal names the app too, as its addresses do: `fal-ai/flux/requests/{request id}`. The queue knows a request under its
 * app alone, without the path of the endpoint (https://fal.ai/docs/api-reference/inference-api, "Model IDs and paths").
 */
const SEGMENT = '[\\w-][\\w.-]{0,99}'
const ENDPOINT = new RegExp(`^((?:workflows/|comfy/)?${SEGMENT}/${SEGMENT})(?:/${SEGMENT}){0,8}$`, 'u')
const REQUEST = new RegExp(`^(?:workflows/|comfy/)?${SEGMENT}/${SEGMENT}/requests/[\\w-]{1,100}$`, 'u')

export function isEndpoint(model: string): boolean {
  return ENDPOINT.test(model)
}

export function remoteIdOf(model: string, requestId: string): string | null {
  const app = ENDPOINT.exec(model)?.[1]
  const remoteId = `${app}/requests/${requestId}`
  return app !== undefined && REQUEST.test(remoteId) ? remoteId : null
}

/** What stands in the address; a text that is no remote id leads nowhere. */
export function pathOf(remoteId: string): string {
  return REQUEST.test(remoteId) ? remoteId : `unknown/app/requests/${encodeURIComponent(remoteId)}`
}
