/** Walks the folders of `media/`: which contents there are, and which files belong to each. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = /^[0-9a-f]{2}$/
const FILE = /^(?<sha256>[0-9a-f]{64})\.(?:result\.)?(?<extension>[a-z0-9]{1,8})$/
/** What a sidecar is: a result that is JSON itself has a longer name, or it would be written over. */
const SIDECAR = 'json'

/** The name of a content's file, from its hash and the extension of its type. */
export function contentFileName(sha256: string, extension: string): string {
  return extension === SIDECAR ? `${sha256}.result.${extension}` : `${sha256}.${extension}`
}

/** The name of what is known of a content, beside its file. */
export function sidecarFileName(sha256: string): string {
  return `${sha256}.${SIDECAR}`
}

/** What lies under one hash. */
export interface ContentFiles {
  readonly sha256: string
  readonly hasSidecar: boolean
  /** The extensions of the media files; hardly ever more than one. */
  readonly extensions: readonly string[]
}

/** The folders that hold contents, in order; none where there is no such folder. @throws the disk's error. */
export async function contentFolders(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries
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
