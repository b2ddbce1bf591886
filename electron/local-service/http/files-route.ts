/**
 * GET and HEAD /files/…: the finished files, to whoever knows the address.
 *
 * Owns ranges, entity tags and caching. Which addresses are good is `store/file-store.ts`'s business.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { Problem } from '../problem.ts'
import type { StoredFile } from '../store/file-store.ts'
import { admitConnection } from './authentication.ts'
import type { HttpParts } from './http-parts.ts'

/** For HEAD the headers alone. */
export function filesRoute({ files }: HttpParts): (context: Context) => Response {
  return (context) => {
    const file = files.find(context.req.path)
    if (file === null) throw new Problem(404, 'There is no file at this address, or its time is over.')
    admitConnection(context)
    const etag = `"${file.sha256}"`
    const headers = {
      'Content-Type': file.contentType,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=3600, immutable',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    }
    if (matches(context.req.header('If-None-Match'), etag))
      return new Response(null, { status: 304, headers })

    const range = readByteRange(wantedRange(context, etag), file.sizeBytes)
    if (range === 'unsatisfiable') {
      const message = 'The Range lies outside the file.'
      throw new Problem(416, message, { 'Content-Range': `bytes */${file.sizeBytes}` })
    }
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 }
    const body = context.req.method === 'HEAD' ? null : streamFile(file, start, end)
    const length = { 'Content-Length': String(end - start + 1) }
    if (range === null) return new Response(body, { headers: { ...headers, ...length } })
    const place = { 'Content-Range': `bytes ${start}-${end}/${file.sizeBytes}` }
    return new Response(body, { status: 206, headers: { ...headers, ...length, ...place } })
  }
}

/** If-Range with another tag means that the client's first part is stale: the whole file is sent. */
function wantedRange(context: Context, etag: string): string | undefined {
  const condition = context.req.header('If-Range')
  return condition === undefined || condition === etag ? context.req.header('Range') : undefined
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//u, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}

function streamFile(file: StoredFile, start: number, end: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file.diskPath, { start, end })) as ReadableStream<Uint8Array>
}

interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range that `header` asks for in a file of `sizeBytes`; `'unsatisfiable'` for one outside the file. Null, which means
 * the whole file, without a header, for several ranges, and for anything else that is not understood.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
