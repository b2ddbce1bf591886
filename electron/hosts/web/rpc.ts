/** `POST /rpc/<route>`: one call of the contract, its input as JSON. The answer is always the envelope. */
import { fail } from '#contract/errors.ts'
import type { App } from '#core/app.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { MOST_CALL_VALUES } from '#contract/json.ts'
import { largestInputBytes } from '#contract/routes.ts'
import { readLimitedBody } from '#hosts/page/uploads.ts'
import { resultResponse } from '#hosts/page/result-response.ts'

/** Answers one call. What the input must be is the router's business; here it only has to be JSON of a bearable size. */
export async function answerCall(
  app: App,
  route: string,
  request: Request,
  maxBytes = largestInputBytes(route),
): Promise<Response> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return resultResponse(fail('invalid_input', 'Send the input as application/json.'), 415)
  }
  const body = await readLimitedBody(request, maxBytes)
  if (body === null) {
    const limit = Math.floor(maxBytes / (1024 * 1024))
    return resultResponse(fail('invalid_input', `The input is larger than ${limit} MB.`), 413)
  }
  const input = parseJson(body)
  if (input === undefined) return resultResponse(fail('invalid_input', 'The input is not JSON.'))
  return resultResponse(await app.call(route, input))
}

function parseJson(body: Uint8Array): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body), MOST_CALL_VALUES)
  } catch {
    return undefined
  }
}
