/** `POST /inputs`: reference media as raw bytes, its name in a header. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import { readLimitedBody } from './limited-body.ts'
import { resultResponse } from './result-response.ts'

const MAX_INPUT_BYTES = 200 * 1024 * 1024
const LONGEST_NAME = 300

/** Takes the bytes and answers with the envelope of `addInput`. `x-file-name` is URI-encoded. */
export async function receiveInput(
  app: App,
  request: Request,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Response> {
  const name = readFileName(request)
  if (name === null) {
    return resultResponse(
      fail('invalid_input', 'The header x-file-name is not URI-encoded.', { field: 'name' }),
    )
  }
  const bytes = await readLimitedBody(request, maxBytes)
  if (bytes === null) {
    const limit = Math.floor(maxBytes / (1024 * 1024))
    return resultResponse(fail('invalid_input', `The file is larger than ${limit} MB.`), 413)
  }
  if (bytes.byteLength === 0) return resultResponse(fail('invalid_input', 'The file is empty.'))
  return resultResponse(await app.addInput(name, bytes))
}

/** The name that a file has where it comes from; null where the header cannot be read. */
export function readFileName(request: Request): string | null {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '').slice(0, LONGEST_NAME) || 'input'
  } catch {
    return null
  }
}
