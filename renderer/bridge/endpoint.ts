/** Requests to the host over HTTP, and what it answers: what both bridges share. */
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import { say } from '../locales/say.ts'
import type { Bridge } from './bridge.ts'
import { mediaUrl } from './media.ts'

export interface HostEndpoint {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  /** The host's origin; empty for the page's own. */
  readonly origin: string
  /** How a file travels; as it is where this is absent. */
  readonly bodyOf?: (file: Blob) => Pick<RequestInit, 'body'>
  /** Has the host read the file itself; null where it cannot, and the bytes have to be sent. */
  readonly handOver?: (
    path: string,
    file: Blob,
    headers: Readonly<Record<string, string>>,
  ) => Promise<unknown>
  /** The host no longer accepts this page. */
  onEnded(): void
}

/** The result of a call when the host process is unreachable. */
export function hostAway(): RenderedResult<never> {
  return { ok: false, error: { code: 'not_available_here', message: say('session.away') } }
}

/** Where the host's response is none that this page knows. */
export function unreadable(): { readonly ok: false; readonly error: RenderedFailure } {
  return { ok: false, error: { code: 'internal', message: say('session.unreadable') } }
}

/** The envelope in `body`, or an error in its place when `body` is not one. */
export function readResult<Data>(body: unknown): RenderedResult<Data> {
  const envelope = Object(body) as {
    readonly ok?: unknown
    readonly data?: unknown
    readonly error?: unknown
  }
  if (envelope.ok === true && 'data' in envelope) return body as RenderedResult<Data>
  const { code, message } = Object(envelope.error) as { readonly code?: unknown; readonly message?: unknown }
  const isFailure = envelope.ok === false && typeof code === 'string' && typeof message === 'string'
  return isFailure ? (body as RenderedResult<Data>) : unreadable()
}

/** Posts to the host: an envelope comes back, or bytes. An aborted request fails like an unreachable host. */
export async function post<Data>(
  { fetch, origin, headers, onEnded }: HostEndpoint,
  path: string,
  { headers: own, ...init }: Omit<RequestInit, 'headers'> & Pick<HostEndpoint, 'headers'>,
): Promise<RenderedResult<Data>> {
  try {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      method: 'POST',
      headers: { ...headers, ...own },
    })
    if (response.status === 401 || response.status === 403) onEnded()
    if (response.ok && response.headers.get('content-type') === 'application/octet-stream')
      return { ok: true, data: (await response.arrayBuffer()) as Data }
    return readResult<Data>(await response.json())
  } catch {
    return hostAway()
  }
}

type FileCalls = Pick<
  Bridge,
  | 'layout'
  | 'upload'
  | 'importFile'
  | 'importZip'
  | 'openSequence'
  | 'readRecipe'
  | 'saveFile'
  | 'sendRendered'
  | 'storePreview'
>

/** What travels as bytes and not as JSON. */
export function fileCalls(endpoint: HostEndpoint): FileCalls {
  /** The name travels in a header, and the date of a file that has one. */
  async function send<Data>(path: string, file: Blob, name = '', more = {}): Promise<RenderedResult<Data>> {
    const headers = {
      ...more,
      'content-type': file.type || 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
      ...('lastModified' in file && { 'x-file-modified': String(file.lastModified) }),
    }
    const response = (await endpoint.handOver?.(path, file, headers)) ?? null
    if (response !== null) return readResult<Data>(response)
    return post(endpoint, path, { headers, ...(endpoint.bodyOf?.(file) ?? { body: file }) })
  }
  return {
    layout(query, signal) {
      const headers = { 'content-type': 'application/json' }
      return post(endpoint, '/library/layout', { headers, body: JSON.stringify(query), signal })
    },
    upload: (file, name) => send('/inputs', file, name),
    importFile: (file, name) => send('/imports', file, name),
    importZip: (file, name, collectionId) =>
      send('/imports/zip', file, name, collectionId === undefined ? {} : { 'x-collection': collectionId }),
    openSequence: (file, name) => send('/sequences', file, name),
    readRecipe: (file) => send('/recipes', file),
    saveFile: (file, name) => send('/saves', file, name),
    sendRendered: ({ id, pageId }, position, bytes) =>
      send(`/renders/${encodeURIComponent(id)}`, bytes, '', {
        'x-page': pageId,
        'x-position': String(position),
      }),
    storePreview: (assetId, kind, preview) => send(`${mediaUrl(assetId)}/${kind}`, preview),
  }
}
