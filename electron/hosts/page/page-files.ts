/**
 * The built page as a fixed table, read once at start: a request finds a file by its exact name or not at all.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { pageContentType } from './content-types.ts'

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly etag: string
  /** The name carries a hash of the content, so the content under it never changes. */
  readonly hashed: boolean
}

/** By path as in the address, for example `/assets/index-DiwrgTda.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** Reads every file of `pageDir` that a page may have. Empty where the page has not been built. */
export async function readPageFiles(pageDir: string): Promise<PageFiles> {
  const entries = await readdir(pageDir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, PageFile>()
  for (const entry of entries) {
    const contentType = pageContentType(extname(entry.name))
    if (!entry.isFile() || contentType === null) continue
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(pageDir, path).split(sep).join('/')}`
    const bytes = new Uint8Array(await readFile(path))
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    files.set(address, { bytes, contentType, etag, hashed: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(address) })
  }
  return files
}
