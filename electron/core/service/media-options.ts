/** Finds the media among a request's options: files as data URIs, and addresses under keys that speak of media. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { decodeDataUri, mimeOfDataUri } from '../media/data-uri.ts'

export type MediaInput =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mimeType: string; readonly url: string }
  | { readonly kind: 'address'; readonly url: string }

export interface MediaOptions {
  /** By option, in their order; one for an option that is no list. */
  readonly media: ReadonlyMap<string, readonly MediaInput[]>
  /** Everything else. */
  readonly options: JsonObject
}

const MEDIA_KEY = /image|mask|reference|frame|video|audio/i

/** Fails with `invalid_input` for a file that cannot be read. */
export function splitMedia(all: JsonObject): Result<MediaOptions> {
  const media = new Map<string, readonly MediaInput[]>()
  const options: Record<string, Json> = {}
  for (const [key, value] of Object.entries(all)) {
    const found = mediaIn(key, value)
    if (found === null) options[key] = value
    else if (found === 'damaged')
      return fail('invalid_input', message('service.fileUnreadable', { option: key }), { field: 'inputs' })
    else media.set(key, found)
  }
  return succeed({ media, options })
}

/** Null where a value is no media. */
function mediaIn(key: string, value: Json): readonly MediaInput[] | 'damaged' | null {
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && isMedia(key, text)))
    return null
  const inputs = (texts as readonly string[]).map(inputOf)
  return inputs.every((input) => input !== null) ? inputs : 'damaged'
}

function isMedia(key: string, text: string): boolean {
  return /^data:/i.test(text) || (MEDIA_KEY.test(key) && /^https?:\/\//i.test(text))
}

function inputOf(url: string): MediaInput | null {
  if (!/^data:/i.test(url)) return { kind: 'address', url }
  const bytes = decodeDataUri(url)
  return bytes && bytes.byteLength > 0 ? { kind: 'file', bytes, mimeType: mimeOfDataUri(url), url } : null
}

/** "image/webp" as people write it. */
export function formatName(mimeType: string): string {
  const name = mimeType.replace(/^.*\//, '')
  return name === 'webp' ? 'WebP' : name.toUpperCase()
}
