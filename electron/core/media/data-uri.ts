/** Data URIs, decoded and made. Source: RFC 2397. */
import { Buffer } from 'node:buffer'

const PERCENT = 0x25

/** The bytes in a data URI, base64 or percent-encoded, or null when it is neither. White space in base64 is no objection. */
export function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',')
  if (!/^data:/i.test(uri) || comma === -1) return null
  const body = uri.slice(comma + 1)
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) return decodeBase64(body)
  return decodePercent(body)
}

/** The media type that a data URI claims, lower case and without parameters; empty where it claims none. */
export function mimeOfDataUri(uri: string): string {
  return /^data:\s*([\w.+-]+\/[\w.+-]+)/i.exec(uri)?.[1]?.toLowerCase() ?? ''
}

/** Base64 in either alphabet, padded or not, or null when something else is in it. */
export function decodeBase64(text: string): Uint8Array | null {
  const plain = text
    .replace(/\\n|\s+/g, '')
    .replace(/%3d/gi, '=')
    .replace(/%2b/gi, '+')
    .replace(/%2f/gi, '/')
  return /^[\w+/-]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : null
}

export function encodeDataUri(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
}

/** Percent-encoding of any bytes, not only of those that are UTF-8. */
function decodePercent(text: string): Uint8Array | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null
  const bytes = Buffer.from(text, 'utf8')
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const isEncoded = bytes[at] === PERCENT
    bytes[size++] = isEncoded
      ? Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16)
      : (bytes[at] ?? 0)
    if (isEncoded) at += 2
  }
  return bytes.subarray(0, size)
}
