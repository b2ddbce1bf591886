/**
 * Answers a request for one stored file: conditions, ranges, type, and the headers that keep it inert.
 *
 * An asset's bytes never change under its id, so a browser may keep them; a derived file (a thumbnail) only for a while.
 */
import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { fail } from '#contract/errors.ts'
import { thumbnailPart } from '#contract/rules/thumbnails.ts'
import type { Say } from '#core/messages/render.ts'
import type { ServableFile } from '#core/servable-media.ts'
import { resultResponse } from './result-response.ts'
import { INERT_HEADERS } from './security-headers.ts'

/** GET or HEAD of `file`, which must lie in one of `folders`. Streams from disk. */
export async function mediaResponse(
  request: Request,
  file: ServableFile | null,
  folders: readonly string[],
  say: Say,
): Promise<Response> {
  const stored = file && (await openStoredFile(file.path, folders))
  if (file === null || stored === null) {
    return resultResponse(fail('not_found', 'hosts.noFile'), say)
  }
  const etag = entityTag(file, stored)
  const headers = {
    ...INERT_HEADERS,
    ...mediaTypeHeaders(file.mimeType),
    ...(file.downloadName !== undefined && { 'content-disposition': attachment(file.downloadName) }),
    'accept-ranges': 'bytes',
    'cache-control': isStrong(etag) ? 'private, max-age=31536000, immutable' : 'private, max-age=3600',
    etag,
  }
  if (matchesAny(request.headers.get('if-none-match'), etag)) {
    await stored.handle.close()
    return new Response(null, { status: 304, headers })
  }
  return send(request, stored, headers)
}

/** A derived file is smaller. */
const MAX_THUMBNAIL_BYTES = 4 * 1024 * 1024

/** `GET /thumbnails/<ids>`, as thumbnails.ts of the contract lays it down; `find` gives the thumbnail of an asset. */
export function thumbnailsResponse(
  ids: readonly string[],
  find: (id: string) => Promise<ServableFile | null>,
  folders: readonly string[],
): Response {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const sendOne = async (id: string, place: number): Promise<void> => {
        const image = await find(id).then(
          (file) => (isCancelled ? null : readThumbnail(file, folders)),
          () => null,
        )
        if (!isCancelled) controller.enqueue(thumbnailPart(place, image ?? new Uint8Array()))
      }
      await Promise.all(ids.map(sendOne))
      if (!isCancelled) controller.close()
    },
    cancel() {
      isCancelled = true
    },
  })
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
  return new Response(body, { headers: { ...INERT_HEADERS, ...headers } })
}

/** Null where there is none, or an SVG: the page draws it in a sandbox of its own. */
async function readThumbnail(
  file: ServableFile | null,
  folders: readonly string[],
): Promise<Uint8Array | null> {
  const stored = file?.mimeType === 'image/webp' ? await openStoredFile(file.path, folders) : null
  if (stored === null) return null
  try {
    return stored.sizeBytes > MAX_THUMBNAIL_BYTES ? null : await stored.handle.readFile()
  } catch {
    return null
  } finally {
    await stored.handle.close()
  }
}

async function send(
  request: Request,
  stored: StoredFile,
  headers: Readonly<Record<string, string>> & { readonly etag: string },
): Promise<Response> {
  const { handle, sizeBytes } = stored
  const range = readRange(wantsRange(request, headers.etag) ? request.headers.get('range') : null, sizeBytes)
  if (range.kind === 'unsatisfiable') {
    await handle.close()
    const nothing = { ...INERT_HEADERS, 'content-range': `bytes */${sizeBytes}`, 'cache-control': 'no-store' }
    return new Response(null, { status: 416, headers: nothing })
  }
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, sizeBytes - 1]
  const lengthBytes = end - start + 1
  const init = {
    status: range.kind === 'part' ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(lengthBytes),
      ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
    },
  }
  if (request.method === 'HEAD' || lengthBytes === 0) {
    await handle.close()
    return new Response(null, init)
  }
  return new Response(streamFile(handle, start, lengthBytes, request.signal), init)
}

/** Strong where the content is known by hash and still has the size it was recorded with; else weak, from the file. */
function entityTag(file: ServableFile, stored: StoredFile): string {
  const isAsRecorded = /^[0-9a-f]{64}$/.test(file.sha256 ?? '') && stored.sizeBytes === file.sizeBytes
  return isAsRecorded ? `"${file.sha256}"` : `W/"${stored.sizeBytes}-${stored.modifiedMs}"`
}

function isStrong(etag: string): boolean {
  return !etag.startsWith('W/')
}

function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}

/** RFC 9110 13.1.2: weak comparison. */
function matchesAny(header: string | null, etag: string): boolean {
  return (
    header !== null && header.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
  )
}

/** RFC 9110 14.2 and 13.1.5: ranges are for GET, and If-Range compares strongly. */
function wantsRange(request: Request, etag: string): boolean {
  const ifRange = request.headers.get('if-range')
  return request.method === 'GET' && (ifRange === null || (isStrong(etag) && ifRange.trim() === etag))
}

/** RFC 6266: the name in ASCII for old programs, and as it is. Nothing in it can end the header. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** What a page may show. HTML and XML are not among them; what is not here leaves as bytes to be saved. */
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'model/gltf-binary',
])

/** The headers that tell a browser what a media file is, from the fixed table or as an anonymous download. */
function mediaTypeHeaders(mimeType: string): Readonly<Record<string, string>> {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/plain') return { 'content-type': 'text/plain; charset=utf-8' }
  if (MEDIA_TYPES.has(type)) return { 'content-type': type }
  return { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
}

const CHUNK_BYTES = 256 * 1024
/** Windows has neither flag. O_NONBLOCK: opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file of the data directory for sending, and sends it piece by piece.
 *
 * Owns two promises: nothing outside the given folders is ever opened, whatever a path or a link in it says, and a file handle
 * is closed when its reader is done, fails or goes away.
 */
interface StoredFile {
  readonly handle: FileHandle
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** Opens `path` if it is a regular file inside one of `folders` and reached without a link of its own; else null. */
async function openStoredFile(path: string, folders: readonly string[]): Promise<StoredFile | null> {
  try {
    const folder = await realpath(dirname(path))
    const real = await realpath(path)
    const isLink = real !== join(folder, basename(path))
    if (isLink || !(await isInside(real, folders))) return null
    const handle = await open(real, OPEN_FLAGS)
    const stat = await handle.stat()
    if (stat.isFile()) return { handle, sizeBytes: stat.size, modifiedMs: Math.trunc(stat.mtimeMs) }
    await handle.close()
    return null
  } catch {
    return null
  }
}

async function isInside(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => null)
    if (realFolder !== null && real.startsWith(realFolder + sep)) return true
  }
  return false
}

/**
 * `lengthBytes` bytes from `start` on, read as they are asked for. Errors when the file turns out shorter, so that the
 * connection is cut instead of leaving the receiver waiting.
 */
function streamFile(
  handle: FileHandle,
  start: number,
  lengthBytes: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const end = start + lengthBytes
  let position = start
  const close = () => handle.close()
  const closeOnAbort = () => void close()
  const finish = async () => {
    signal.removeEventListener('abort', closeOnAbort)
    await close()
  }
  signal.addEventListener('abort', closeOnAbort, { once: true })
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const wanted = Math.min(CHUNK_BYTES, end - position)
          const { bytesRead, buffer } = await handle.read(new Uint8Array(wanted), 0, wanted, position)
          if (bytesRead === 0) throw new Error('shorter')
          position += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
          if (position < end) return
          controller.close()
        } catch {
          controller.error(new Error('The file could not be read to its end.'))
        }
        await finish()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}

/** `end` is inclusive, as in Content-Range. */
type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: ByteRange = { kind: 'whole' }
const UNSATISFIABLE: ByteRange = { kind: 'unsatisfiable' }

/**
 * What to send of `sizeBytes` bytes (RFC 9110, section 14). A header that is not one range (inverted, another unit, several) is
 * answered with the whole, as the RFC allows: a player asks for one.
 */
export function readRange(header: string | null, sizeBytes: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (sizeBytes === 0 || (first === '' && last === '')) return WHOLE
  const isSuffix = first === ''
  const start = isSuffix ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = isSuffix || last === '' ? sizeBytes - 1 : Number(last)
  if (!isSuffix && end < start && last !== '') return WHOLE
  return start >= sizeBytes ? UNSATISFIABLE : { kind: 'part', start, end: Math.min(end, sizeBytes - 1) }
}
