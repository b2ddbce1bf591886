/**
 * What a request holds, short enough to be shown and compared: method, address and body, with a name in place of each file.
 *
 * A file is named by its kind, its size and the SHA-256 of its bytes, whether it is in the request or was uploaded before. So the
 * skeleton of a request is the same whenever the same is sent.
 */
import { createHash } from 'node:crypto'
import { assertNever } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { decodeDataUri, mimeOfDataUri } from '../media/data-uri.ts'
import type { HttpRequest, Part, RequestBody } from './http-request.ts'
import type { ServiceAddress } from './service-api.ts'

/** A file as it leaves this computer. */
interface SentMedia {
  readonly mimeType: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** Hears of a text that stands for a file in a request: its base64, or the address where it lies. */
export type NoteMedia = (text: string, media: SentMedia) => void

/** The texts of one request, or of several, that stand for files. */
export interface MediaNames {
  readonly note: NoteMedia
  readonly find: (text: string) => string | undefined
}

export function createMediaNames(): MediaNames {
  const names = new Map<string, string>()
  return {
    note: (text, media) => void names.set(text, nameOfMedia(media)),
    find: (text) => names.get(text),
  }
}

export function nameOfMedia({ mimeType, sizeBytes, sha256 }: SentMedia): string {
  return `[${mimeType}, ${sizeBytes} bytes, SHA-256 ${sha256}]`
}

export function mediaOf(mimeType: string, bytes: Uint8Array): SentMedia {
  return {
    mimeType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/** `names` knows the files that were put into the request. */
export function skeletonOf(
  { method, url, headers, body }: HttpRequest,
  { baseUrl, shownAs }: Pick<ServiceAddress, 'baseUrl' | 'shownAs'>,
  names: MediaNames,
): JsonObject {
  const isMoving = shownAs !== undefined && url.startsWith(baseUrl)
  return {
    method,
    address: isMoving ? `${shownAs}${url.slice(baseUrl.length)}` : url,
    ...(headers && { headers }),
    ...(body && { body: skeletonOfBody(body, names) }),
  }
}

export function hashOfSkeleton(skeleton: Json): string {
  return createHash('sha256').update(canonicalJson(skeleton)).digest('hex')
}

function skeletonOfBody(body: RequestBody, names: MediaNames): Json {
  switch (body.kind) {
    case 'json':
      return named(body.json, names)
    case 'multipart':
      return { form: body.parts.map((part) => skeletonOfPart(part, names)) }
    case 'bytes':
      return nameOfMedia(mediaOf(body.mimeType, body.bytes))
    default:
      return assertNever(body)
  }
}

function skeletonOfPart({ name, value }: Part, names: MediaNames): JsonObject {
  if (typeof value === 'string') return { name, value: nameIn(value, names) }
  return { name, fileName: value.fileName, file: nameOfMedia(mediaOf(value.mimeType, value.bytes)) }
}

/** Bounded in depth by who took the request in. */
function named(value: Json, names: MediaNames): Json {
  if (typeof value === 'string') return nameIn(value, names)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((inner) => named(inner, names))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, names)]))
}

function nameIn(text: string, names: MediaNames): string {
  const known = names.find(text)
  if (known !== undefined) return known
  const comma = text.indexOf(',')
  if (!/^data:/iu.test(text) || comma === -1) return text
  const rest = names.find(text.slice(comma + 1)) ?? nameOfDataUri(text)
  return rest === null ? text : `${text.slice(0, comma + 1)}${rest}`
}

function nameOfDataUri(uri: string): string | null {
  const bytes = decodeDataUri(uri)
  return bytes && nameOfMedia(mediaOf(mimeOfDataUri(uri), bytes))
}
