/** `POST /imports`: a file for the library as raw bytes, its name and date in headers. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import { readFileName, unreadableName } from './named-body.ts'
import { resultResponse } from './result-response.ts'

/** Takes the bytes as they come and answers with the envelope of `importFile`. `x-file-modified` is in ms since the epoch. */
export async function receiveImport(app: App, request: Request): Promise<Response> {
  const name = readFileName(request)
  if (name === null) return unreadableName()
  if (request.body === null) return resultResponse(fail('invalid_input', 'The file is empty.'))
  const modifiedAt = readDate(request.headers.get('x-file-modified'))
  return resultResponse(
    await app.importFile({ name, body: request.body, ...(modifiedAt !== null && { modifiedAt }) }),
  )
}

function readDate(header: string | null): number | null {
  return /^\d{1,15}$/.test(header ?? '') ? Number(header) : null
}
