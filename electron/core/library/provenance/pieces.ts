/**
 * A file told as pieces of another one with bytes between them, so that metadata change without a copy of the whole in
 * memory and without a pixel or a packet being touched.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const READ_BYTES = 256 * 1024

/** A range of the original, `end` not included, or bytes in its stead. */
export type Piece = { readonly start: number; readonly end: number } | Uint8Array

/** Ranges that touch become one; empty ones are left out. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    if (sizeOf(piece) <= 0) continue
    const last = joined.at(-1)
    if (last && !isBytes(last) && !isBytes(piece) && last.end === piece.start) {
      joined[joined.length - 1] = { start: last.start, end: piece.end }
    } else joined.push(piece)
  }
  return joined
}

export function sizeOf(piece: Piece): number {
  return isBytes(piece) ? piece.length : piece.end - piece.start
}

export function totalBytes(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + sizeOf(piece), 0)
}

/**
 * Writes the file that the pieces tell, which must not be there yet. `flush` brings it to the disk before this resolves, `hash`
 * is fed what is written. What was written in part is left to the caller when this rejects.
 */
export async function writePieces(
  from: string,
  pieces: readonly Piece[],
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
  await writeFresh(heard(streamPieces(from, pieces)), to, { signal, flush })
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

/** The bytes that the pieces tell, as they are read. */
export function streamPieces(from: string, pieces: readonly Piece[]): Readable {
  return Readable.from(chunks(from, pieces), { objectMode: false })
}

/** SHA-256 of the file that the pieces tell, hex. */
export async function hashPieces(
  from: string,
  pieces: readonly Piece[],
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(streamPieces(from, pieces), hash, { signal })
  return hash.digest('hex')
}

async function* chunks(from: string, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (isBytes(piece)) {
      yield piece
      continue
    }
    // A stream has no way to say that it ends before its first byte.
    if (sizeOf(piece) <= 0) continue
    let arrived = 0
    for await (const chunk of createReadStream(from, {
      start: piece.start,
      end: piece.end - 1,
      highWaterMark: READ_BYTES,
    })) {
      const bytes = chunk as Buffer
      arrived += bytes.length
      yield bytes
    }
    if (arrived !== sizeOf(piece)) throw new Error('The file became shorter while it was read.')
  }
}

function isBytes(piece: Piece): piece is Uint8Array {
  return piece instanceof Uint8Array
}
