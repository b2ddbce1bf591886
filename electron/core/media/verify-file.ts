/** Whether a file still holds the content that it is named after. */
import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isMissing } from '../store/files.ts'

/** Hashed in about a millisecond. */
const CHUNK_BYTES = 512 * 1024

export type Verdict = 'valid' | 'missing' | 'damaged'

/** Whether the file holds what its name says. One that the disk does not give is damaged. @throws the reason of `signal`. */
export async function verifyFile(path: string, sha256: string, signal?: AbortSignal): Promise<Verdict> {
  try {
    return (await hashFile(path, signal)) === sha256 ? 'valid' : 'damaged'
  } catch (error) {
    signal?.throwIfAborted()
    return isMissing(error) ? 'missing' : 'damaged'
  }
}

async function hashFile(path: string, signal: AbortSignal | undefined): Promise<string> {
  const options = signal ? { signal } : {}
  const { size } = await stat(path)
  if (size <= CHUNK_BYTES) return hash('sha256', await readFile(path, options), 'hex')
  const digest = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), digest, options)
  return digest.digest('hex')
}
