/** `POST /media/<id>/poster|scrub|peaks`: a preview that the page made, as raw bytes. */
import type { App } from '#core/app.ts'
import { fail } from '#contract/errors.ts'
import type { PreviewKind } from '#contract/rules/previews.ts'
import { readLimitedBody } from './limited-body.ts'
import { resultResponse } from './result-response.ts'

const MAX_PREVIEW_BYTES = 4 * 1024 * 1024

/** Takes the bytes and answers with the envelope of `addPreview`. */
export async function receivePreview(
  app: App,
  request: Request,
  assetId: string,
  kind: PreviewKind,
): Promise<Response> {
  const bytes = await readLimitedBody(request, MAX_PREVIEW_BYTES)
  if (bytes === null) return resultResponse(fail('invalid_input', 'A preview may have at most 4 MB.'), 413)
  return resultResponse(await app.addPreview(assetId, kind, bytes))
}
