/** A request's body as JSON of a bearable size. */
import { fail } from '#contract/errors.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { resultResponse } from './result-response.ts'
import { readLimitedBody } from './uploads.ts'

/** The JSON, or the response that says why there is none. */
export async function readJsonBody(
  request: Request,
  maxBytes: number,
  mostValues: number,
): Promise<Response | { readonly json: unknown }> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return resultResponse(fail('invalid_input', 'Send the input as application/json.'), 415)
  }
  const body = await readLimitedBody(request, maxBytes)
  if (body === null) {
    const limit = Math.floor(maxBytes / (1024 * 1024))
    return resultResponse(fail('invalid_input', `The input is larger than ${limit} MB.`), 413)
  }
  const json = parse(body, mostValues)
  return json === undefined ? resultResponse(fail('invalid_input', 'The input is not JSON.')) : { json }
}

function parse(body: Uint8Array, mostValues: number): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body), mostValues)
  } catch {
    return undefined
  }
}
