/** A request's body as JSON of a bearable size. */
import { fail } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import type { Say } from '#core/messages/render.ts'
import { resultResponse } from './result-response.ts'
import { readLimitedBody } from './uploads.ts'

/** The JSON, or the response that says why there is none. */
export async function readJsonBody(
  request: Request,
  maxBytes: number,
  mostValues: number,
  say: Say,
): Promise<Response | { readonly json: unknown }> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return resultResponse(fail('invalid_input', 'hosts.jsonExpected'), say, 415)
  }
  const body = await readLimitedBody(request, maxBytes)
  if (body === null) {
    const megabytes = Math.floor(maxBytes / (1024 * 1024))
    return resultResponse(fail('invalid_input', message('hosts.inputTooLarge', { megabytes })), say, 413)
  }
  const json = parse(body, mostValues)
  return json === undefined ? resultResponse(fail('invalid_input', 'hosts.inputNotJson'), say) : { json }
}

function parse(body: Uint8Array, mostValues: number): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body), mostValues)
  } catch {
    return undefined
  }
}
