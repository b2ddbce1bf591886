/**
 * Resolves an address that this service itself gave out, without asking itself over the network.
 */
import { readFile } from 'node:fs/promises'
import type { HttpParts } from './http-parts.ts'

/** The bytes behind `url`, or null when it is not on this service or no longer good. */
export async function readOwnFile(parts: HttpParts, url: string): Promise<Uint8Array | null> {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  if (origin !== parts.baseUrl()) return null
  const file = parts.files.find(pathname)
  return file === null ? null : await readFile(file.diskPath)
}
