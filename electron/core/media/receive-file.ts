/**
 * Writes bytes to a file as they come: hashed on the way, never more of them in memory than one piece, and gone again where they
 * are too many or do not come to their end.
 */
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { SNIFF_BYTES } from './sniff.ts'

/** What is hashed and written at once, so that a large piece leaves the event loop free: under 5 ms on a slow machine. */
const STEP_BYTES = 1024 * 1024

/** All at once, or as a sender gives them. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

export interface ReceivedFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  /** The first `SNIFF_BYTES` of it. */
  readonly head: Uint8Array
}

/**
 * The file at `path`, which must not be there yet; null where it would be larger than `mostBytes`. It is not synced.
 *
 * @throws what `bytes` throws, and what the disk does.
 */
export async function receiveFile(
  bytes: Bytes,
  path: string,
  mostBytes: number,
): Promise<ReceivedFile | null> {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let sizeBytes = 0
  let isWhole = false
  try {
    for await (const chunk of inSteps(bytes)) {
      if (sizeBytes < SNIFF_BYTES) head.push(chunk.slice(0, SNIFF_BYTES - sizeBytes))
      sizeBytes += chunk.byteLength
      if (sizeBytes > mostBytes) return null
      hash.update(chunk)
      // Writes on until all of it is written, unlike `write`.
      await file.writeFile(chunk)
    }
    isWhole = true
    return { path, sizeBytes, sha256: hash.digest('hex'), head: Buffer.concat(head) }
  } finally {
    await file.close()
    if (!isWhole) await rm(path, { force: true })
  }
}

async function* inSteps(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const chunks = bytes instanceof Uint8Array ? [bytes] : bytes
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength; at += STEP_BYTES) yield chunk.subarray(at, at + STEP_BYTES)
}
