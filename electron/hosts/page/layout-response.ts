/** `POST /library/layout`: the layout of a result set as bytes; what is asked for comes as JSON. */
import type { App } from '#core/app.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import { fail } from '#contract/errors.ts'
import { LAYOUT_CONTENT_TYPE } from '#contract/rules/layout.ts'
import { readLimitedBody } from './limited-body.ts'
import { resultResponse } from './result-response.ts'
import { INERT_HEADERS } from './security-headers.ts'

const MAX_QUERY_BYTES = 1024 * 1024

/** Answers the bytes, or the envelope of what is wrong. */
export async function answerLayout(app: App, request: Request): Promise<Response> {
  const body = await readLimitedBody(request, MAX_QUERY_BYTES)
  if (body === null) return resultResponse(fail('invalid_input', 'The query is larger than 1 MB.'), 413)
  const layout = await app.layout(parseJson(body))
  if (!layout.ok) return resultResponse(layout)
  const response = new Response(layout.data, {
    headers: { ...INERT_HEADERS, 'cache-control': 'no-store', 'content-type': LAYOUT_CONTENT_TYPE },
  })
  // It has a copy of its own (https://fetch.spec.whatwg.org/#concept-bodyinit-extract). These are megabytes, one after the
  // other while a grid is in use, and would wait for the next look at old memory.
  layout.data.buffer.transfer(0)
  return response
}

/** Undefined, which no query is, for what is not JSON. */
function parseJson(body: Uint8Array): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
