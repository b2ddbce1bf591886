/** Finds the images among a request's options, and holds them against what the model takes before anything is sent. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { decodeDataUri, mimeOfDataUri } from '../../../results/data-uri.ts'
import type { Family } from './models.ts'

export type Image =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mimeType: string; readonly url: string }
  | { readonly kind: 'address'; readonly url: string }

export interface Media {
  readonly images: readonly Image[]
  readonly mask: Image | null
  /** Everything else. */
  readonly options: JsonObject
}

/** "Must be a valid PNG file, less than 4MB" (OpenAPI, CreateImageEditRequest). */
const MOST_MASK_BYTES = 4_000_000
const MEDIA_KEY = /image|mask|reference/i

export function readMedia(options: JsonObject, family: Family | null): Result<Media> {
  const images: Image[] = []
  const rest: Record<string, Json> = {}
  let mask: Image | null = null
  for (const [key, value] of Object.entries(options)) {
    const found = mediaIn(key, value)
    if (found === null) rest[key] = value
    else if (found === 'damaged') return refuse(`The image in "${key}" cannot be read.`)
    else if (/mask/i.test(key)) mask = found[0] ?? null
    else images.push(...found)
  }
  const refusal = refusalOf(images, mask, family)
  return refusal === null ? succeed({ images, mask, options: rest }) : refuse(refusal)
}

function refuse(message: string): Result<never> {
  return fail('invalid_input', message, { field: 'inputs' })
}

/** Null where a value is no media. */
function mediaIn(key: string, value: Json): readonly Image[] | 'damaged' | null {
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && isMedia(key, text)))
    return null
  const images = (texts as readonly string[]).map(imageOf)
  return images.every((image) => image !== null) ? images : 'damaged'
}

function isMedia(key: string, text: string): boolean {
  return /^data:/i.test(text) || (MEDIA_KEY.test(key) && /^https?:\/\//i.test(text))
}

function imageOf(url: string): Image | null {
  if (!/^data:/i.test(url)) return { kind: 'address', url }
  const bytes = decodeDataUri(url)
  return bytes && bytes.byteLength > 0 ? { kind: 'file', bytes, mimeType: mimeOfDataUri(url), url } : null
}

function refusalOf(images: readonly Image[], mask: Image | null, family: Family | null): string | null {
  if (images.length === 0 && mask === null) return null
  if (family && !family.takesImages)
    return 'This model takes no images. Choose another, or take the image out.'
  const inputs = family?.inputs
  if (inputs && images.length > inputs.most) return `This model takes ${inputs.most} images at most.`
  for (const image of images) {
    if (!inputs || image.kind === 'address') continue
    if (!inputs.types.includes(image.mimeType)) {
      return `This model takes ${inputs.types.map(nameOf).join(', ')}: choose one of them as the format of the image.`
    }
    if (image.bytes.byteLength >= inputs.bytes)
      return `An image is larger than ${inputs.bytes / 1e6} MB: make it smaller.`
  }
  if (mask?.kind !== 'file') return null
  if (mask.mimeType !== 'image/png') return 'A mask has to be a PNG.'
  return mask.bytes.byteLength >= MOST_MASK_BYTES
    ? 'The mask is larger than 4 MB: make the image smaller.'
    : null
}

function nameOf(mimeType: string): string {
  return mimeType
    .replace('image/', '')
    .replace('webp', 'WebP')
    .replace(/^(?:png|jpeg)$/, (word) => word.toUpperCase())
}
