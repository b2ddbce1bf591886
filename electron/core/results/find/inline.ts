/** Media that stands in the response itself: data URIs, bare base64, hex, SVG. Taken for media only when its bytes say so. */
import { createHash } from 'node:crypto'
import { DamagedPart, readResponsePart, type ResponseRange } from '../responses/response-part.ts'
import { decodeBase64, decodeDataUri, encodeDataUri, mimeOfDataUri } from '../../media/data-uri.ts'
import { kindOfMime, type ResultKind } from '../../media/kinds.ts'
import { sniff, SNIFF_BYTES } from '../../media/sniff.ts'

export type InlineSource =
  /** A data URI in base64, however it was written in the response. */
  | { readonly kind: 'inline'; readonly dataUri: string }
  /** A part of the file that holds the response. */
  | ({ readonly kind: 'answer'; readonly path: string } & ResponseRange)

export interface Inline {
  readonly kind: 'inline'
  readonly media: ResultKind
  readonly mimeType: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly source: InlineSource
}

export interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: string
}

const DAMAGED = 'the file inside the response is damaged: it cannot be decoded'
const UNKNOWN_TYPE = 'the bytes inside the response are of no known type'
/** Shorter text is no file: a GIF of one pixel takes 35 bytes. */
const SHORTEST = 32
/** Without a key that speaks of a file, a short text is more likely a token. */
const MIN_UNNAMED = 160
/** Types whose signature is too short to be believed of text that nothing else calls a file. */
const WEAK_SIGNATURES = /^(?:image\/bmp|audio\/(?:mpeg|aac))$/u
const SVG =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?(?:<!doctype svg[^>]{0,300}>\s*)?<svg[\s>]/iu

/**
 * Null when the text is no media. `promised` is the MIME type that a neighbour names, empty where none does; `isNamed` says
 * whether a key speaks of a file.
 */
export async function readInline(
  text: string,
  promised: string,
  isNamed: boolean,
): Promise<Inline | Unreadable | null> {
  const trimmed = text.trimStart()
  if (/^data:\s*(?:[\w.+-]+\/[\w.+-]+|;|,)/iu.test(trimmed)) return readDataUri(trimmed)
  if (/^[\w.+-]+\/[\w.+-]+;base64,/iu.test(trimmed)) return readDataUri(`data:${trimmed}`)
  if (SVG.test(trimmed)) return take(Buffer.from(trimmed, 'utf8'), 'image/svg+xml', true)
  const body = trimmed.replace(/^base64,/iu, '')
  if (body.length < (isNamed ? SHORTEST : MIN_UNNAMED) || !/^[\w+/\s\\=%-]{32}/u.test(body)) return null
  const digits = body.replace(/^0x/iu, '')
  const isHex = digits.length % 2 === 0 && !/[^0-9a-f]/iu.test(digits)
  const hex = isHex ? Buffer.from(digits, 'hex') : null
  const found = hex ? await take(hex, promised, isNamed) : null
  if (found?.kind === 'inline') return found
  if (/\s/u.test(body.trim()) && !/^[\w+/-]{16,}={0,2}(?:\s+[\w+/-]+={0,2})*\s*$/u.test(body)) return null
  const bytes = decodeBase64(body)
  if (!bytes) return null
  const read = await take(bytes, promised, isNamed)
  return read.kind === 'inline' ? read : null
}

async function readDataUri(uri: string): Promise<Inline | Unreadable> {
  const bytes = decodeDataUri(uri)
  if (!bytes) return { kind: 'unreadable', reason: DAMAGED }
  if (bytes.byteLength === 0) return { kind: 'unreadable', reason: 'the file inside the response is empty' }
  return take(bytes, mimeOfDataUri(uri), true)
}

async function take(bytes: Uint8Array, promised: string, isNamed: boolean): Promise<Inline | Unreadable> {
  const type = await typeOf(bytes, promised, isNamed)
  if (!type) return { kind: 'unreadable', reason: UNKNOWN_TYPE }
  return {
    kind: 'inline',
    ...type,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    source: { kind: 'inline', dataUri: encodeDataUri(type.mimeType, bytes) },
  }
}

/** A file that stands in the response's own file: read once as a stream. `promised` as above. */
export async function readInResponse(
  path: string,
  range: ResponseRange,
  promised: string,
): Promise<Inline | Unreadable> {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let sizeBytes = 0
  try {
    for await (const bytes of readResponsePart(path, range)) {
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, bytes.subarray(0, SNIFF_BYTES)])
      hash.update(bytes)
      sizeBytes += bytes.length
    }
  } catch (error) {
    if (error instanceof DamagedPart) return { kind: 'unreadable', reason: DAMAGED }
    throw error
  }
  const type = await typeOf(head, promised, true)
  if (!type) return { kind: 'unreadable', reason: UNKNOWN_TYPE }
  const source = { kind: 'answer', path, ...range } as const
  return { kind: 'inline', ...type, sizeBytes, sha256: hash.digest('hex'), source }
}

/** Raw samples have no signature: there the promise is all there is. Text counts where it was promised. */
async function typeOf(
  bytes: Uint8Array,
  promised: string,
  isNamed: boolean,
): Promise<{ media: ResultKind; mimeType: string } | null> {
  const sniffed = await sniff(bytes.subarray(0, SNIFF_BYTES))
  const claim = promised.toLowerCase().split(';')[0]?.trim() ?? ''
  if (sniffed.kind === 'known' && sniffed.type.kind !== 'text') {
    const { mimeType, kind } = sniffed.type
    if (!isNamed && WEAK_SIGNATURES.test(mimeType)) return null
    return { media: kind === 'other' ? 'file' : kind, mimeType }
  }
  if (sniffed.kind === 'known' && (claim.startsWith('text/') || claim === 'application/json')) {
    return { media: 'text', mimeType: claim }
  }
  // Its parameters say at which rate the samples are played.
  if (/^audio\/(?:l16|l24|pcm|x-pcm|basic)$/u.test(claim))
    return { media: 'audio', mimeType: promised.trim() }
  return sniffed.kind === 'refused' && kindOfMime(claim) === 'model3d'
    ? { media: 'model3d', mimeType: claim }
    : null
}
