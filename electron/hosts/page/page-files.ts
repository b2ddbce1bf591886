/**
 * The files that a host may send: the built page as a fixed table, read once at start, and the folders that hold media.
 *
 * A request finds a file of the page by its exact name or not at all.
 */
import { hash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

/** Content types by extension. A file of any other kind is not part of a page. */
const PAGE_TYPES: Readonly<Partial<Record<string, string>>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

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
  const read = async (entry: Dirent): Promise<readonly (readonly [string, PageFile])[]> => {
    const contentType = PAGE_TYPES[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) return []
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(pageDir, path).split(sep).join('/')}`
    const bytes = new Uint8Array(await readFile(path))
    const etag = `"${hash('sha256', bytes)}"`
    return [[address, { bytes, contentType, etag, hashed: /^\/assets\/.+-[\w-]{8,}\.\w+$/.test(address) }]]
  }
  return new Map((await Promise.all(entries.map(read))).flat())
}

/** The folders of the data directory that hold files for the page; nothing else in it is ever served. */
export function mediaFolders(dataDir: string): readonly string[] {
  return ['media', 'thumbs', 'inputs', 'exports'].map((folder) => join(dataDir, folder))
}
