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
import type { MadeContent } from './made-file.ts'

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
