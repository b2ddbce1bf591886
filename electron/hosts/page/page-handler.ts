/**
 * Serves the page, the media and the reference inputs from one origin, the same on both hosts.
 *
 * Who may ask is the host's business and decided before a request comes here. Files of the page come from a fixed table,
 * media by opaque id; no part of an address ever becomes part of a path.
 */
import { fail } from '#contract/errors.ts'
import { MAX_CALL_VALUES } from '#contract/json.ts'
import { LAYOUT_CONTENT_TYPE, LAYOUT_PATH } from '#contract/rules/layout.ts'
import type { PreviewKind } from '#contract/rules/media.ts'
import { message } from '#contract/messages/message.ts'
import { MAX_THUMBNAILS } from '#contract/rules/thumbnails.ts'
import type { App } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import type { ServableFile } from '#core/servable-media.ts'
import { readJsonBody } from './json-body.ts'
import { mediaResponse, thumbnailsResponse } from './media-response.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import { methodNotAllowed, resultResponse } from './result-response.ts'
import { INERT_HEADERS, PAGE_HEADERS, RENDER_WORKER_HEADERS } from './security-headers.ts'
import {
  handleRecipe,
  receiveImport,
  receiveInput,
  receivePreview,
  receiveRendered,
  receiveSave,
  receiveSequence,
} from './uploads.ts'

export interface PageHandlerOptions {
  readonly app: App
  readonly files: PageFiles
  /** The folders media may be served from. */
  readonly mediaFolders: readonly string[]
  readonly say: Say
  /** Who asks reads another language than that of `say`. */
  readonly reader?: PageReader
  /** Larger uploads are refused. */
  readonly maxInputBytes?: number
}

export interface PageReader {
  say(request: Request): Promise<Say>
  /** The language that the page begins in. */
  language(request: Request): string
}

export type PageHandler = (request: Request) => Promise<Response>

const MAX_QUERY_BYTES = 1024 * 1024
const NOT_MADE_HEADERS = { ...INERT_HEADERS, 'cache-control': 'no-store' }
const LANGUAGE_PLACE = '<html lang="en"'
const MEDIA_PATH = /^\/(media|inputs|exports)\/([\w-]{1,200})(?:\/(thumb|scrub|peaks))?$/
const ZIP_PATH = '/imports/zip'
const POST_ONLY: ReadonlySet<string> = new Set([
  '/inputs',
  '/imports',
  ZIP_PATH,
  '/sequences',
  '/recipes',
  '/saves',
  LAYOUT_PATH,
])
const THUMBNAILS_PATH = new RegExp(`^/thumbnails/((?:[\\w-]{1,200},){0,${MAX_THUMBNAILS - 1}}[\\w-]{1,200})$`)
const RENDER_PATH = /^\/renders\/([\w-]{1,200})$/
/** It compiles WebAssembly, and starts a thread from a text of its own: AAC, where the browser cannot encode it. */
const RENDER_WORKER_PATH = /^\/assets\/render-worker-[\w-]+\.js$/
const PREVIEW_PATH = /^\/media\/([\w-]{1,200})\/(poster|scrub|peaks)$/

/** A fetch-style handler for everything but calls and events. */
export function createPageHandler(options: PageHandlerOptions): PageHandler {
  const { app, files, maxInputBytes, reader } = options
  return async (request) => {
    const path = new URL(request.url).pathname
    const say = (await reader?.say(request)) ?? options.say
    if (path === '/inputs' && request.method === 'POST') return receiveInput(app, request, say, maxInputBytes)
    if (path === LAYOUT_PATH && request.method === 'POST') return handleLayout(app, request, say)
    if (path === '/imports' && request.method === 'POST') return receiveImport(app, request, say)
    if (path === ZIP_PATH && request.method === 'POST') return receiveImport(app, request, say, true)
    if (path === '/sequences' && request.method === 'POST') return receiveSequence(app, request, say)
    if (path === '/recipes' && request.method === 'POST') return handleRecipe(app, request, say)
    if (path === '/saves' && request.method === 'POST') return receiveSave(app, request, say)
    if (POST_ONLY.has(path)) return methodNotAllowed(['POST'], say)
    const preview = request.method === 'POST' ? PREVIEW_PATH.exec(path) : null
    if (preview) return receivePreview(app, request, preview[1] ?? '', preview[2] as PreviewKind, say)
    const rendered = request.method === 'POST' ? RENDER_PATH.exec(path) : null
    if (rendered) return receiveRendered(app, request, rendered[1] ?? '', say)
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed(['GET', 'HEAD'], say)
    if (path === '/' || path === '/index.html') return sendIndex(request, options, say)
    const match = MEDIA_PATH.exec(path)
    if (match) return sendMedia(request, options, match, say)
    const ids = THUMBNAILS_PATH.exec(path)?.[1]?.split(',')
    if (ids) return thumbnailsResponse(ids, app.media.thumb, options.mediaFolders)
    const file = files.get(path)
    const own = RENDER_WORKER_PATH.test(path) ? RENDER_WORKER_HEADERS : PAGE_HEADERS
    return file ? sendFile(request, file, own) : resultResponse(fail('not_found', 'hosts.nothingHere'), say)
  }
}

async function sendMedia(
  request: Request,
  { app, mediaFolders }: PageHandlerOptions,
  match: RegExpExecArray,
  say: Say,
): Promise<Response> {
  const [, place, id = '', derived] = match
  const response = await mediaResponse(request, await findMedia(app, match), mediaFolders, say)
  if (response.status !== 404 || place !== 'media' || derived === undefined) return response
  // A preview that is not made yet is no error: a browser would write each into its console.
  const isKnown = (await app.media.asset(id)) !== null
  return isKnown ? new Response(null, { status: 204, headers: NOT_MADE_HEADERS }) : response
}

function findMedia(app: App, [, place, id = '', derived]: RegExpExecArray): Promise<ServableFile | null> {
  if (place !== 'media') {
    if (derived !== undefined) return Promise.resolve(null)
    return place === 'inputs' ? app.media.input(id) : app.media.exported(id)
  }
  switch (derived) {
    case 'thumb':
      return app.media.thumb(id)
    case 'scrub':
      return app.media.scrub(id)
    case 'peaks':
      return app.media.peaks(id)
    default:
      return app.media.asset(id)
  }
}

function sendIndex(request: Request, options: PageHandlerOptions, say: Say): Response {
  const index = options.files.get('/index.html')
  const headers = { 'cache-control': 'no-store' }
  if (!index) {
    const text = `${say(message('hosts.pageNotBuilt'))}\n`
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return new Response(text, { status: 503, headers: { ...INERT_HEADERS, ...headers, ...type } })
  }
  const html = new TextDecoder()
    .decode(index.bytes)
    .replace(LANGUAGE_PLACE, (usual) =>
      options.reader ? `<html lang="${options.reader.language(request)}"` : usual,
    )
  return new Response(request.method === 'HEAD' ? null : html, {
    headers: { ...PAGE_HEADERS, ...headers, 'content-type': index.contentType },
  })
}

function sendFile(request: Request, file: PageFile, own: Readonly<Record<string, string>>): Response {
  const headers = {
    ...own,
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': file.contentType,
    etag: file.etag,
  }
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : file.bytes, { headers })
}

/** `POST /library/layout`: the bytes of a layout, or the envelope of what is wrong. */
async function handleLayout(app: App, request: Request, say: Say): Promise<Response> {
  const body = await readJsonBody(request, MAX_QUERY_BYTES, MAX_CALL_VALUES, say)
  if (body instanceof Response) return body
  const layout = await app.layout(body.json)
  if (!layout.ok) return resultResponse(layout, say)
  const headers = {
    'cache-control': 'no-store',
    'content-length': String(layout.data.length),
    'content-type': LAYOUT_CONTENT_TYPE,
  }
  return new Response(inChunks(layout.data), { headers: { ...INERT_HEADERS, ...headers } })
}

const CHUNK_BYTES = 256 * 1024

/**
 * Copies the bytes as they are asked for, and then lets go of them: a whole copy would be megabytes more, one after the other
 * while a grid is in use, and both would wait for the next look at old memory.
 */
function inChunks(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0
  const letGo = (): void => void bytes.buffer.transfer(0)
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = bytes.slice(at, at + CHUNK_BYTES)
        at += chunk.length
        if (chunk.length > 0) controller.enqueue(chunk)
        if (at < bytes.length) return
        controller.close()
        letGo()
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  )
}
