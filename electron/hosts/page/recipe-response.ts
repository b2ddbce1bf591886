/** `POST /recipes`: answers how a file was made, from its raw bytes. Nothing of it is kept. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import { readLimitedBody } from './limited-body.ts'
import { resultResponse } from './result-response.ts'

const MAX_FILE_BYTES = 64 * 1024 * 1024

/** The envelope of `readRecipe`. */
export async function answerRecipe(app: App, request: Request, maxBytes = MAX_FILE_BYTES): Promise<Response> {
  const bytes = await readLimitedBody(request, maxBytes)
  if (bytes === null) {
    const limit = Math.floor(maxBytes / (1024 * 1024))
    const hint = 'Import it into the library to see how it was made.'
    return resultResponse(fail('invalid_input', `The file is larger than ${limit} MB. ${hint}`), 413)
  }
  return resultResponse(await app.readRecipe(bytes))
}
