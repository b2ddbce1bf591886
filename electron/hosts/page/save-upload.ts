/** `POST /saves`: a file that the page made, as raw bytes, its name in a header; saved where the user says. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import { readNamedBody } from './named-body.ts'
import { resultResponse } from './result-response.ts'

/** More than the largest image that the page draws. */
const MAX_FILE_BYTES = 200 * 1024 * 1024

/** The envelope of `saveFile`; no body is read where the host cannot save. */
export async function receiveSave(app: App, request: Request, maxBytes = MAX_FILE_BYTES): Promise<Response> {
  if (!app.saveFile)
    return resultResponse(
      fail('not_available_here', 'This host has no dialog for saving a file; a browser downloads it.'),
    )
  const body = await readNamedBody(request, maxBytes)
  if (body instanceof Response) return body
  return resultResponse(await app.saveFile(body.name, body.bytes))
}
