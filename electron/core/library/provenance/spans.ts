/**
 * A file told as spans of another one with bytes between them, so that metadata change without a copy of the whole in
 * memory and without a pixel or a packet being touched.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { ByteSource } from './byte-source.ts'

const READ_BYTES = 256 * 1024

/** A range of the original, `end` not included, or bytes in its stead. */
export type Span = { readonly start: number; readonly end: number } | Uint8Array

/** Ranges that touch become one; empty ones are left out. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    if (sizeOf(span) <= 0) continue
    const last = joined.at(-1)
    if (last && !isBytes(last) && !isBytes(span) && last.end === span.start) {
      joined[joined.length - 1] = { start: last.start, end: span.end }
    } else joined.push(span)
  }
  return joined
}

export function sizeOf(span: Span): number {
  return isBytes(span) ? span.length : span.end - span.start
}

export function totalBytes(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + sizeOf(span), 0)
}

/**
 * Writes the file that the spans tell, which must not be there yet. `flush` brings it to the disk before this resolves, `hash`
 * is fed what is written. What was written in part is left to the caller when this rejects.
 */
export async function writeSpans(
  from: string,
  spans: readonly Span[],
  to: string,
  {
    signal,
    flush = false,
    hash,
  }: { readonly signal: AbortSignal; readonly flush?: boolean; readonly hash?: Hash },
): Promise<void> {
  const heard = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash?.update(chunk)
      yield chunk
    }
  }
  await writeFresh(heard(streamSpans(from, spans)), to, { signal, flush })
}

/** Writes a file that must not be there yet; it is closed when this resolves or rejects, so that it can be removed. */
export async function writeFresh(
  chunks: AsyncIterable<Uint8Array>,
  to: string,
  { signal, flush }: { readonly signal: AbortSignal; readonly flush: boolean },
): Promise<void> {
  const file = await open(to, 'wx')
  try {
    await pipeline(chunks, file.createWriteStream({ flush }), { signal })
  } finally {
    await file.close()
  }
}

export function streamSpans(from: string, spans: readonly Span[]): Readable {
  return Readable.from(chunks(from, spans), { objectMode: false })
}

/** The file that the spans of `source` tell, to be read by position. */
export function sourceOfSpans(source: ByteSource, spans: readonly Span[]): ByteSource {
  const read: ByteSource['read'] = async (position, lengthBytes) => {
    const parts: Uint8Array[] = []
    let at = 0
    for (const span of spans) {
      const [from, to] = [Math.max(0, position - at), Math.min(sizeOf(span), position + lengthBytes - at)]
      if (from < to) {
        // Copied, for a further read may reuse the first one's bytes.
        parts.push(
          isBytes(span)
            ? span.subarray(from, to)
            : Buffer.from(await source.read(span.start + from, to - from)),
        )
      }
      at += sizeOf(span)
      if (at >= position + lengthBytes) break
    }
    return Buffer.concat(parts)
  }
  return { sizeBytes: totalBytes(spans), read }
}

/** SHA-256 of the file that the spans tell, hex. */
export async function hashSpans(from: string, spans: readonly Span[], signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(streamSpans(from, spans), hash, { signal })
  return hash.digest('hex')
}

async function* chunks(from: string, spans: readonly Span[]): AsyncGenerator<Uint8Array> {
  for (const span of spans) {
    if (isBytes(span)) {
      yield span
      continue
    }
    // A stream has no way to say that it ends before its first byte.
    if (sizeOf(span) <= 0) continue
    let arrived = 0
    for await (const chunk of createReadStream(from, {
      start: span.start,
      end: span.end - 1,
      highWaterMark: READ_BYTES,
    })) {
      const bytes = chunk as Buffer
      arrived += bytes.length
      yield bytes
    }
    if (arrived !== sizeOf(span)) throw new Error('The file became shorter while it was read.')
  }
}

function isBytes(span: Span): span is Uint8Array {
  return span instanceof Uint8Array
}
