/** Data URIs, decoded. Source: RFC 2397. */
import { Buffer } from 'node:buffer'

/** The bytes in a data URI, base64 or percent-encoded, or null when it is neither. */
export function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',')
  if (!/^data:/i.test(uri) || comma === -1) return null
  const body = uri.slice(comma + 1)
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) {
    const text = body.replace(/\s+/g, '').replace(/%3d/gi, '=').replace(/%2b/gi, '+').replace(/%2f/gi, '/')
    return /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
  }
  try {
    return Buffer.from(decodeURIComponent(body), 'utf8')
  } catch {
    return null
  }
}
