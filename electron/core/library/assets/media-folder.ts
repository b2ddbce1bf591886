/** Where media lie on disk: under their SHA-256, in 256 folders, with the extension their bytes deserve. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clearLeftoverParts, removePartState } from '#core/media/part-state.ts'
import { ifThere, renameInto, PRIVATE_FOLDER } from '../../store/files.ts'

export type MediaFolder = Awaited<ReturnType<typeof openMediaFolder>>

/** Contents that lie outside of the library, where another tool put them. */
export interface OutsideFiles {
  /** Where the file is, or was; null for a content that the library holds itself. */
  find(sha256: string): string | null
  noted(): void
  /** The library has a copy of its own now. */
  forget(sha256: string): void
}

const NONE_OUTSIDE: OutsideFiles = { find: () => null, noted: () => undefined, forget: () => undefined }

/** @throws Error when the folders cannot be made. */
export async function openMediaFolder(dataDir: string, outside = NONE_OUTSIDE) {
  const root = join(dataDir, 'media')
  const incoming = join(root, '.incoming')
  const inFolder = (sha256: string, name: string) => join(root, hex(sha256).slice(0, 2), name)
  const ownPath = (sha256: string, extension: string) => inFolder(sha256, contentFileName(sha256, extension))
  await clearLeftoverParts(incoming, Date.now())
  await mkdir(incoming, PRIVATE_FOLDER)
  await mkdir(join(dataDir, 'thumbs'), PRIVATE_FOLDER)
  return {
    root,
    /** Where files are set aside that are never opened nor served. */
    quarantine: join(dataDir, 'quarantine'),
    /** The library's own file of a content. The name is made of hex and a known extension alone. */
    ownPath,
    /** Where a content is read: the library's own file, or one that stayed where another tool put it, which is only ever read. */
    path: (sha256: string, extension: string): string => outside.find(sha256) ?? ownPath(sha256, extension),
    /** Where the file of a content lies that the library has no copy of; null for all others. */
    outsidePath: outside.find,
    outsideNoted: outside.noted,
    /** For a content that the library holds itself, whatever was noted of it. */
    forgetOutside: outside.forget,
    sidecarPath: (sha256: string): string => inFolder(sha256, sidecarFileName(sha256)),
    thumbPath: (sha256: string): string =>
      join(dataDir, 'thumbs', hex(sha256).slice(0, 2), `${hex(sha256)}.webp`),
    /** The name of a file that is still arriving, on the same disk as its final place; the same again after a restart. */
    partPath: (name: string): string => join(incoming, `${name.replace(/[^\w-]/g, '')}.part`),
    /**
     * Moves a complete, synced part file to its final name, so that it is there also after a power cut; when the content is
     * there already, unharmed, the part is dropped. What was noted of the download goes with it. `synced`: false where its sidecar
     * is written next, in the same folder, which is synced with that.
     */
    publish: async (
      partPath: string,
      sha256: string,
      extension: string,
      { synced = true } = {},
    ): Promise<void> => {
      const target = ownPath(sha256, extension)
      if (await holds(target, sha256, partPath)) await rm(partPath)
      else await renameInto(partPath, target, synced)
      await removePartState(partPath)
      outside.forget(sha256)
    },
  }
}

/** A damaged file must not stand in the way of the valid bytes that could replace it. */
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

const FOLDER = /^[0-9a-f]{2}$/
const FILE = /^(?<sha256>[0-9a-f]{64})\.(?:result\.)?(?<extension>[a-z0-9]{1,8})$/
/** What a sidecar is: a result that is JSON itself has a longer name, or it would be written over. */
const SIDECAR = 'json'

export function contentFileName(sha256: string, extension: string): string {
  return extension === SIDECAR ? `${sha256}.result.${extension}` : `${sha256}.${extension}`
}

function sidecarFileName(sha256: string): string {
  return `${sha256}.${SIDECAR}`
}

/** What lies under one hash. */
export interface ContentFiles {
  readonly sha256: string
  readonly hasSidecar: boolean
  /** Hardly ever more than one. */
  readonly extensions: readonly string[]
}

/** The folders that hold contents, in order; none where there is no such folder. @throws the disk's error. */
export async function contentFolders(root: string): Promise<readonly string[]> {
  const entries = await ifThere(readdir(root, { withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && FOLDER.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

/** The contents of one folder. Files of any other name are no business of ours. @throws the disk's error. */
export async function contentsIn(root: string, folder: string): Promise<readonly ContentFiles[]> {
  const found = new Map<string, { hasSidecar: boolean; extensions: string[] }>()
  for (const name of await readdir(join(root, folder))) {
    const { sha256 = '', extension = '' } = FILE.exec(name)?.groups ?? {}
    const isSidecar = name === sidecarFileName(sha256)
    if (!sha256.startsWith(folder) || !(isSidecar || name === contentFileName(sha256, extension))) continue
    const content = found.get(sha256) ?? { hasSidecar: false, extensions: [] }
    found.set(sha256, content)
    if (isSidecar) content.hasSidecar = true
    else content.extensions.push(extension)
  }
  return [...found].map(([sha256, content]) => ({ sha256, ...content }))
}
