/**
 * Serves the page, the media and the reference inputs from one origin, the same on both hosts.
 *
 * Who may ask is the host's business and decided before a request comes here. Files of the page come from a fixed table,
 * media by opaque id; no part of an address ever becomes part of a path.
 */
import type { App } from '#core/app.ts'
import type { ServableFile } from '#core/servable-media.ts'
import { fail } from '#contract/errors.ts'
import { receiveInput } from './input-upload.ts'
import { mediaResponse } from './media-response.ts'
import type { PageFile, PageFiles } from './page-files.ts'
import { methodNotAllowed, resultResponse } from './result-response.ts'
import { INERT_HEADERS, PAGE_HEADERS } from './security-headers.ts'

export interface PageHandlerOptions {
  readonly app: App
  readonly files: PageFiles
  /** The folders media may be served from. */
  readonly mediaFolders: readonly string[]
  /** Larger uploads are refused. */
  readonly maxInputBytes?: number
}

/** `pageToken` is what the page must send along with its calls; empty where the host knows its page by other means. */
export type PageHandler = (request: Request, pageToken?: string) => Promise<Response>

const TOKEN_PLACE = '<meta name="atelier-token" content=""'
const MEDIA_PATH = /^\/(media|inputs)\/([\w-]{1,200})(\/thumb)?$/

/** A fetch-style handler for everything but calls and events. */
export function createPageHandler(options: PageHandlerOptions): PageHandler {
  const { app, files, mediaFolders, maxInputBytes } = options
  return async (request, pageToken = '') => {
    const path = new URL(request.url).pathname
    if (path === '/inputs' && request.method === 'POST') return receiveInput(app, request, maxInputBytes)
    if (path === '/inputs') return methodNotAllowed('POST')
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD')
    if (path === '/' || path === '/index.html') return sendIndex(request, files, pageToken)
    const match = MEDIA_PATH.exec(path)
    if (match) return mediaResponse(request, await findMedia(app, match), mediaFolders)
    const file = files.get(path)
    return file
      ? sendFile(request, file)
      : resultResponse(fail('not_found', 'There is nothing at this address.'))
  }
}

function findMedia(app: App, [, place, id = '', thumb]: RegExpExecArray): Promise<ServableFile | null> {
  if (place === 'media') return thumb ? app.media.thumb(id) : app.media.asset(id)
  return thumb ? Promise.resolve(null) : app.media.input(id)
}

function sendIndex(request: Request, files: PageFiles, token: string): Response {
  const index = files.get('/index.html')
  const headers = { 'cache-control': 'no-store' }
  if (!index) {
    const text = 'The page of Atelier has not been built yet. Run: npm start\n'
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    return new Response(text, { status: 503, headers: { ...INERT_HEADERS, ...headers, ...type } })
  }
  const html = new TextDecoder()
    .decode(index.bytes)
    .replace(TOKEN_PLACE, () => TOKEN_PLACE.slice(0, -1) + `${token}"`)
  return new Response(request.method === 'HEAD' ? null : html, {
    headers: { ...PAGE_HEADERS, ...headers, 'content-type': index.contentType },
  })
}

function sendFile(request: Request, file: PageFile): Response {
  const headers = {
    ...PAGE_HEADERS,
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-type': file.contentType,
    etag: file.etag,
  }
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : file.bytes, { headers })
}
