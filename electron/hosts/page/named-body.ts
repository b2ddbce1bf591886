/** A file that the page sends as raw bytes, its name in a header. */
import { fail } from '#contract/errors.ts'
import { readLimitedBody } from './limited-body.ts'
import { resultResponse } from './result-response.ts'

export interface NamedBody {
  readonly name: string
  readonly bytes: Uint8Array
}

const LONGEST_NAME = 300

/** The answer to a request whose header `x-file-name` cannot be read. */
export function unreadableName(): Response {
  return resultResponse(
    fail('invalid_input', 'The header x-file-name is not URI-encoded.', { field: 'name' }),
  )
}

/** The name that a file has where it comes from; null where the header cannot be read. */
export function readFileName(request: Request): string | null {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '').slice(0, LONGEST_NAME) || 'input'
  } catch {
    return null
  }
}

/** The file, or the answer that says why there is none. */
export async function readNamedBody(request: Request, maxBytes: number): Promise<NamedBody | Response> {
  const name = readFileName(request)
  if (name === null) return unreadableName()
  const bytes = await readLimitedBody(request, maxBytes)
  if (bytes !== null) return { name, bytes }
  const limit = Math.floor(maxBytes / (1024 * 1024))
  return resultResponse(fail('invalid_input', `The file is larger than ${limit} MB.`), 413)
}
