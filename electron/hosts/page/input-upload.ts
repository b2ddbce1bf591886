/** `POST /inputs`: reference media as raw bytes, its name in a header. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import { readNamedBody } from './named-body.ts'
import { resultResponse } from './result-response.ts'

const MAX_INPUT_BYTES = 200 * 1024 * 1024

/** Takes the bytes and answers with the envelope of `addInput`. `x-file-name` is URI-encoded. */
export async function receiveInput(
  app: App,
  request: Request,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Response> {
  const body = await readNamedBody(request, maxBytes)
  if (body instanceof Response) return body
  if (body.bytes.byteLength === 0) return resultResponse(fail('invalid_input', 'The file is empty.'))
  return resultResponse(await app.addInput(body.name, body.bytes))
}
