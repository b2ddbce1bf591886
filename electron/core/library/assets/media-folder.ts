/** Where media lie on disk: under their SHA-256, in 256 folders, with the extension their bytes deserve. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clearLeftoverParts } from '../../results/download/leftover-parts.ts'
import { removePartState } from '../../results/download/part-state.ts'
import { renameDurably, syncFolder } from '../../store/files.ts'
import { contentFileName, sidecarFileName } from './media-walk.ts'

export interface MediaFolder {
  /** The file of a content. The name is made of hex and a known extension alone. */
  path(sha256: string, extension: string): string
  sidecarPath(sha256: string): string
  thumbPath(sha256: string): string
  /** The name of a file that is still arriving, on the same disk as its final place; the same again after a restart. */
  partPath(name: string): string
  /**
   * Moves a complete, synced part file to its final name, so that it is there also after a power cut; when the content is
   * there already, unharmed, the part is dropped. What was noted of the download goes with it.
   */
  publish(partPath: string, sha256: string, extension: string): Promise<void>
  /** Where files are set aside that are never opened nor served. */
  readonly quarantine: string
  readonly root: string
}

/** @throws Error when the folders cannot be made. */
export async function openMediaFolder(dataDir: string): Promise<MediaFolder> {
  const root = join(dataDir, 'media')
  const incoming = join(root, '.incoming')
  const inFolder = (sha256: string, name: string) => join(root, hex(sha256).slice(0, 2), name)
  const path = (sha256: string, extension: string) => inFolder(sha256, contentFileName(sha256, extension))
  await clearLeftoverParts(incoming, Date.now())
  await mkdir(incoming, { recursive: true })
  await mkdir(join(dataDir, 'thumbs'), { recursive: true })
  return {
    root,
    quarantine: join(dataDir, 'quarantine'),
    path,
    sidecarPath: (sha256) => inFolder(sha256, sidecarFileName(sha256)),
    thumbPath: (sha256) => join(dataDir, 'thumbs', hex(sha256).slice(0, 2), `${hex(sha256)}.webp`),
    partPath: (name) => join(incoming, `${name.replace(/[^\w-]/g, '')}.part`),
    publish: async (partPath, sha256, extension) => {
      const target = path(sha256, extension)
      if (await holds(target, sha256, partPath)) await rm(partPath)
      else await renameInto(partPath, target)
      await removePartState(partPath)
    },
  }
}

/** Makes the folder where it is missing, and syncs that too. */
async function renameInto(from: string, to: string): Promise<void> {
  try {
    await renameDurably(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const made = await mkdir(dirname(to), { recursive: true })
    if (made !== undefined) await syncFolder(dirname(made))
    await renameDurably(from, to)
  }
}

/** A damaged file must not stand in the way of the sound bytes that could replace it. */
async function holds(path: string, sha256: string, partPath: string): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  if (!there || there.size !== (await stat(partPath)).size) return false
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex') === sha256
}

function hex(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Not a SHA-256.')
  return sha256
}
