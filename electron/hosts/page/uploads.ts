/**
 * Files that the page sends as raw bytes, and what is asked about them: inputs, imports, previews, recipes and saves.
 *
 * A name comes URI-encoded in the header `x-file-name`. No limit trusts what the sender announces. Each answer is the envelope of
 * the application's own function.
 */
import { fail } from '#contract/errors.ts'
import type { PreviewKind } from '#contract/rules/media.ts'
import type { App } from '#core/app.ts'
import { resultResponse } from './result-response.ts'

const MEGABYTE = 1024 * 1024
const LONGEST_NAME = 300
const MAX_INPUT_BYTES = 200 * MEGABYTE
const MAX_PREVIEW_BYTES = 4 * MEGABYTE
const MAX_RECIPE_BYTES = 64 * MEGABYTE
/** More than the largest image that the page draws. */
const MAX_SAVE_BYTES = 200 * MEGABYTE

/** `POST /inputs`: reference media. */
export async function receiveInput(
  app: App,
  request: Request,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Response> {
  const file = await readFile(request, maxBytes)
  if (file instanceof Response) return file
  if (file.bytes.byteLength === 0) return resultResponse(fail('invalid_input', 'The file is empty.'))
  return resultResponse(await app.addInput(file.name, file.bytes))
}

/**
 * `POST /imports`: a file for the library, taken as it comes. `x-file-modified` is in ms since the epoch. `POST /imports/zip`: an
 * archive of such files; `x-collection` is the id of the collection that they go into.
 */
export async function receiveImport(app: App, request: Request, isZip = false): Promise<Response> {
  const name = readName(request)
  if (name === null) return unreadableName()
  if (request.body === null) return resultResponse(fail('invalid_input', 'The file is empty.'))
  const date = request.headers.get('x-file-modified') ?? ''
  const modifiedAt = /^\d{1,15}$/.test(date) && { modifiedAt: Number(date) }
  const upload = { name, body: request.body, ...modifiedAt }
  if (!isZip) return resultResponse(await app.importFile(upload))
  return resultResponse(await app.importZip(upload, request.headers.get('x-collection') ?? undefined))
}

/** `POST /media/<id>/poster|scrub|peaks`: a preview that the page made. */
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

/** `POST /recipes`: how a file was made. Nothing of it is stored. */
export async function answerRecipe(
  app: App,
  request: Request,
  maxBytes = MAX_RECIPE_BYTES,
): Promise<Response> {
  const bytes = await readLimitedBody(request, maxBytes)
  if (bytes === null) return tooLarge(maxBytes, ' Import it into the library to see how it was made.')
  return resultResponse(await app.readRecipe(bytes))
}

/** `POST /saves`: a file that the page made, saved where the user says; no body is read where the host cannot save. */
export async function receiveSave(app: App, request: Request, maxBytes = MAX_SAVE_BYTES): Promise<Response> {
  if (!app.saveFile)
    return resultResponse(
      fail('not_available_here', 'This host has no dialog for saving a file; a browser downloads it.'),
    )
  const file = await readFile(request, maxBytes)
  return file instanceof Response ? file : resultResponse(await app.saveFile(file.name, file.bytes))
}

/** The whole body, or null where it is larger than `maxBytes`. Rejects when the sender goes away. */
export async function readLimitedBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of request.body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, sizeBytes)
}

/** The file with its name, or the answer that says why there is none. */
async function readFile(
  request: Request,
  maxBytes: number,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | Response> {
  const name = readName(request)
  if (name === null) return unreadableName()
  const bytes = await readLimitedBody(request, maxBytes)
  return bytes === null ? tooLarge(maxBytes) : { name, bytes }
}

/** The name that a file has where it comes from; null where the header cannot be read. */
function readName(request: Request): string | null {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '').slice(0, LONGEST_NAME) || 'input'
  } catch {
    return null
  }
}

function unreadableName(): Response {
  return resultResponse(
    fail('invalid_input', 'The header x-file-name is not URI-encoded.', { field: 'name' }),
  )
}

function tooLarge(maxBytes: number, hint = ''): Response {
  const limit = Math.floor(maxBytes / MEGABYTE)
  return resultResponse(fail('invalid_input', `The file is larger than ${limit} MB.${hint}`), 413)
}
