/**
 * The bytes of finished files, named by their content: `dataDir/files/<sha256>`.
 *
 * Owns how bytes get there whole and how those that nobody names any more leave. Which addresses lead to them is
 * `file-store.ts`'s business.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface KeptBytes {
  readonly sha256: string
  readonly sizeBytes: number
}

export type BlobStore = ReturnType<typeof createBlobStore>

/** The files in `dataDir/files`, which is created when missing. */
export function createBlobStore(dataDir: string) {
  const folder = join(dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  const path = (name: string): string => join(folder, name)
  const awaited = new Set<string>()

  async function keepBytes(bytes: Uint8Array): Promise<KeptBytes> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const part = `${randomUUID()}.part`
    awaited.add(part).add(sha256)
    try {
      await writeFile(path(part), bytes, { flush: true })
      await rename(path(part), path(sha256))
    } catch (error) {
      await rm(path(part), { force: true })
      throw error
    } finally {
      awaited.delete(part)
    }
    return { sha256, sizeBytes: bytes.length }
  }

  async function moveIn(file: string): Promise<KeptBytes> {
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    const sha256 = hash.digest('hex')
    const handle = await open(file, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    const { size } = await stat(file)
    awaited.add(sha256)
    await rename(file, path(sha256))
    return { sha256, sizeBytes: size }
  }

  return {
    /** Keeps bytes, or moves a file in. Synced to disk when it resolves. */
    keep: (content: MadeContent): Promise<KeptBytes> =>
      'bytes' in content ? keepBytes(content.bytes) : moveIn(content.path),
    path,
    remove: (name: string): Promise<void> => rm(path(name), { force: true }),
    /** True for a name that is being written, or was kept and has no row yet: it must not be removed. */
    isAwaited: (name: string): boolean => awaited.has(name),
    /** Ends the waiting for a row: it is written. */
    settle: (sha256: string): void => void awaited.delete(sha256),
    /** Every name in the folder, the remains of interrupted writes included. */
    names: (): Promise<readonly string[]> => readdir(folder),
  }
}

/** Bytes in memory, or a file in the task's scratch folder, which is moved away (a video never passes through memory). */
type MadeContent = { readonly bytes: Uint8Array } | { readonly path: string }

/** Anything JSON can hold that says something about a file beside its address. */
export type FileFacts = Readonly<Record<string, unknown>>

export interface MadeFile {
  /** What a task result with named lists calls the list it stands in: `images`, `videos`, `audios`, … */
  readonly list: string
  /** `[A-Za-z0-9._-]+`, with the extension its bytes deserve; the last part of its address. */
  readonly name: string
  readonly contentType: string
  readonly content: MadeContent
  /** What the task result says about it, such as `width`, `height`, `duration` (seconds), `seed`, `title`. */
  readonly facts: FileFacts
  /**
   * A small image that stands for it (a video's poster, the cover of music): named beside it in the task result, and no result
   * of its own.
   */
  readonly preview?: Preview
}

interface Preview {
  readonly name: string
  readonly contentType: string
  readonly content: MadeContent
}
