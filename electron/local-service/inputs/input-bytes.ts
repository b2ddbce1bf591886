/**
 * Gets at the bytes of media that came with a request.
 *
 * Owns the accepted spellings: a data URI, plain base64, an address on this service. Addresses on other hosts are never
 * fetched: the service works without a network, and an address could name a machine that only this one can reach.
 */
import type { ReadOwnFile } from '../makers/maker.ts'
import { invalidField } from '../problem.ts'

const DATA_URI = /^data:([^,]*),/iu
/** A data URI's head is looked for in so many characters. */
const MAX_HEAD = 1_000
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//iu

/** The bytes that `value` (the request's field named `field`) stands for; a `Problem` 400 naming the field when it is none. */
export async function readInputBytes(
  field: string,
  value: string,
  readOwnFile: ReadOwnFile,
): Promise<Uint8Array> {
  const text = value.trim()
  if (!SCHEME.test(text)) return decodeText(field, text)
  const file = await readOwnFile(text)
  if (file !== null) return file
  throw invalidField(
    field,
    'is an address this service does not serve, and it fetches from no other host. Send the file itself as a data URI or base64.',
  )
}

function decodeText(field: string, text: string): Uint8Array {
  const head = DATA_URI.exec(text.slice(0, MAX_HEAD))
  const body = head === null ? text : text.slice(head[0].length)
  const isPercents = head !== null && !/;\s*base64\s*$/iu.test(head[1] ?? '')
  const bytes = isPercents ? decodePercents(body) : decodeBase64(body)
  if (bytes !== null) return bytes
  throw invalidField(field, 'must be a data URI, plain base64, or an address on this service.')
}

/** Null when any character is none of base64's: the decoder skips those, which shows in the length. */
function decodeBase64(text: string): Uint8Array | null {
  const encoded = (/[\s%]/u.test(text) ? tidy(text) : text).replace(/={1,2}$/u, '')
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = encoded.length > 0 && encoded.length % 4 !== 1
  return isWhole && bytes.length === Math.floor((encoded.length * 3) / 4) ? bytes : null
}

/** Without white space, and with the escapes undone that base64's own signs get in an address. */
function tidy(text: string): string {
  const signs: Readonly<Record<string, string>> = { '%2b': '+', '%2f': '/', '%3d': '=' }
  const unescaped = text.replaceAll(/%(?:2b|2f|3d)/giu, (escape) => signs[escape.toLowerCase()] ?? '')
  return unescaped.replaceAll(/\s|%0a|%0d|%20/giu, '')
}

/** A data URI without base64 is percent-encoded bytes (RFC 2397). */
function decodePercents(text: string): Uint8Array | null {
  if (!/^(?:[!-$&-~]|%[0-9a-f]{2})*$/iu.test(text) || text === '') return null
  const bytes = text.replaceAll(/%([0-9a-f]{2})/giu, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}
