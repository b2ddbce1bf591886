/**
 * Resolves an address that this service itself gave out, without asking itself over the network.
 */
import { readFile } from 'node:fs/promises'
import { OWN_NAMES } from './host-guard.ts'
import type { HttpParts } from './http-parts.ts'

/** The bytes behind `url`, or null when it is not on this service, no longer good, or larger than a request may be. */
export async function readOwnFile(parts: HttpParts, url: string): Promise<Uint8Array | null> {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port, pathname } = new URL(url)
  const own = new URL(parts.baseUrl())
  const isOwn = protocol === own.protocol && OWN_NAMES.includes(hostname) && port === own.port
  const file = isOwn ? parts.files.find(pathname) : null
  if (file === null || file.sizeBytes > parts.options.maxBodyBytes) return null
  return await readFile(file.diskPath)
}
