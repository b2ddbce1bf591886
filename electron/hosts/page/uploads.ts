/**
 * Files that the page sends as raw bytes, and what is asked about them: inputs, imports, sequences, previews, rendered files, recipes and saves.
 *
 * A name comes URI-encoded in the header `x-file-name`. No limit trusts what the sender announces. Each answer is the envelope of
 * the application's own function.
 */
import { fail, type RenderedResult } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { PreviewKind } from '#contract/rules/media.ts'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import { resultResponse } from './result-response.ts'

const MEGABYTE = 1024 * 1024
const MAX_NAME = 300
const MAX_INPUT_BYTES = 200 * MEGABYTE
const MAX_PREVIEW_BYTES = 4 * MEGABYTE
/** More than a page sends at once of a file that it renders. */
const MAX_CHUNK_BYTES = 16 * MEGABYTE
const MAX_RECIPE_BYTES = 64 * MEGABYTE
/** More than the largest image that the page draws. */
const MAX_SAVE_BYTES = 200 * MEGABYTE

/** `POST /inputs`: reference media. */
export async function receiveInput(
  app: App,
  request: Request,
  say: Say,
  maxBytes = MAX_INPUT_BYTES,
): Promise<Response> {
  const name = readName(request)
  if (name === null) return unreadableName(say)
  return pass(request, maxBytes, say, (body) => app.addInput(name, body))
}

/**
 * `POST /imports`: a file for the library, taken as it comes. `x-file-modified` is in ms since the epoch. `POST /imports/zip`: an
 * archive of such files; `x-collection` is the id of the collection that they go into.
 */
export async function receiveImport(app: App, request: Request, say: Say, isZip = false): Promise<Response> {
  const name = readName(request)
  if (name === null) return unreadableName(say)
  if (request.body === null) return resultResponse(fail('invalid_input', 'hosts.fileEmpty'), say)
  const date = request.headers.get('x-file-modified') ?? ''
  const modifiedAt = /^\d{1,15}$/.test(date) && { modifiedAt: Number(date) }
  const upload = { name, body: request.body, ...modifiedAt }
  if (!isZip) return resultResponse(await app.importFile(upload), say)
  return resultResponse(await app.importZip(upload, request.headers.get('x-collection') ?? undefined), say)
}

/** `POST /media/<id>/poster|scrub|peaks`: a preview that the page made. */
export async function receivePreview(
  app: App,
  request: Request,
  assetId: string,
  kind: PreviewKind,
  say: Say,
): Promise<Response> {
  const bytes = await readLimitedBody(request, MAX_PREVIEW_BYTES)
  if (bytes === null) {
    const tooLarge = message('hosts.previewTooLarge', { megabytes: MAX_PREVIEW_BYTES / MEGABYTE })
    return resultResponse(fail('invalid_input', tooLarge), say, 413)
  }
  return resultResponse(await app.addPreview(assetId, kind, bytes), say)
}

/** `POST /renders/<id>`: a piece of a file that the page renders. `x-page` is the page, `x-position` where the piece stands, in bytes. */
export async function receiveRendered(app: App, request: Request, id: string, say: Say): Promise<Response> {
  const bytes = await readLimitedBody(request, MAX_CHUNK_BYTES)
  if (bytes === null) return refuseSize(largerThan(MAX_CHUNK_BYTES), say)
  const pageId = request.headers.get('x-page') ?? ''
  const position = Number(request.headers.get('x-position') ?? Number.NaN)
  return resultResponse(await app.addRendered({ id, pageId, position }, bytes), say)
}

/** `POST /sequences`: an `.atelier` file. How large one may be is the application's own rule. */
export async function receiveSequence(app: App, request: Request, say: Say): Promise<Response> {
  const name = readName(request)
  if (name === null) return unreadableName(say)
  if (request.body === null) return resultResponse(fail('invalid_input', 'hosts.fileEmpty'), say)
  return resultResponse(await app.openSequence(name, request.body), say)
}

/** `POST /recipes`: how a file was made. Nothing of it is stored. */
export async function handleRecipe(
  app: App,
  request: Request,
  say: Say,
  maxBytes = MAX_RECIPE_BYTES,
): Promise<Response> {
  const tooLarge = followedBy(largerThan(maxBytes), message('hosts.importForRecipe'))
  return pass(request, maxBytes, say, (body) => app.readRecipe(body), tooLarge)
}

/** `POST /saves`: a file that the page made, saved where the user says; no body is read where the host cannot save. */
export async function receiveSave(
  app: App,
  request: Request,
  say: Say,
  maxBytes = MAX_SAVE_BYTES,
): Promise<Response> {
  if (!app.saveFile) return resultResponse(fail('not_available_here', 'hosts.noSaveDialog'), say)
  const name = readName(request)
  if (name === null) return unreadableName(say)
  const { saveFile } = app
  return pass(request, maxBytes, say, (body) => saveFile(name, body))
}

/** More came than was announced, or than may come. */
class TooLarge extends Error {}

/** Passes the body on as it comes, and ends it where it becomes too large. Rejects when the sender goes away. */
async function pass(
  request: Request,
  maxBytes: number,
  say: Say,
  take: (body: AsyncIterable<Uint8Array>) => Promise<RenderedResult<unknown>>,
  tooLarge = largerThan(maxBytes),
): Promise<Response> {
  const { body } = request
  if (body === null) return resultResponse(fail('invalid_input', 'hosts.fileEmpty'), say)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return refuseSize(tooLarge, say)
  try {
    return resultResponse(await take(upTo(maxBytes, body)), say)
  } catch (error) {
    if (error instanceof TooLarge) return refuseSize(tooLarge, say)
    throw error
  }
}

async function* upTo(maxBytes: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) throw new TooLarge()
    yield chunk
  }
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

/** The name that a file has where it comes from; null where the header cannot be read. */
function readName(request: Request): string | null {
  try {
    return decodeURIComponent(request.headers.get('x-file-name') ?? '').slice(0, MAX_NAME) || 'input'
  } catch {
    return null
  }
}

function unreadableName(say: Say): Response {
  return resultResponse(fail('invalid_input', 'hosts.nameNotEncoded', { field: 'name' }), say)
}

function largerThan(maxBytes: number): Message {
  return message('hosts.fileTooLarge', { megabytes: Math.floor(maxBytes / MEGABYTE) })
}

function refuseSize(said: Message, say: Say): Response {
  return resultResponse(fail('invalid_input', said), say, 413)
}
