/** The images among a request's options, held against what the model takes before anything is sent. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { JsonObject } from '#contract/json.ts'
import { formatName, splitMedia, type MediaInput } from '../../media-options.ts'
import type { Family } from './models.ts'

export interface Media {
  readonly images: readonly MediaInput[]
  readonly mask: MediaInput | null
  /** Everything else. */
  readonly options: JsonObject
}

/** "Must be a valid PNG file, less than 4MB" (OpenAPI, CreateImageEditRequest). */
const MOST_MASK_BYTES = 4_000_000

export function readMedia(all: JsonObject, family: Family | null): Result<Media> {
  const split = splitMedia(all)
  if (!split.ok) return split
  const entries = [...split.data.media]
  const images = entries.filter(([key]) => !isMask(key)).flatMap(([, inputs]) => inputs)
  const mask = entries.find(([key]) => isMask(key))?.[1][0] ?? null
  const refusal = refusalOf(images, mask, family)
  if (refusal !== null) return fail('invalid_input', refusal, { field: 'inputs' })
  return succeed({ images, mask, options: split.data.options })
}

function isMask(key: string): boolean {
  return /mask/i.test(key)
}

function refusalOf(
  images: readonly MediaInput[],
  mask: MediaInput | null,
  family: Family | null,
): string | null {
  if (images.length === 0 && mask === null) return null
  if (family && !family.takesImages)
    return 'This model takes no images. Choose another, or take the image out.'
  const inputs = family?.inputs
  if (inputs && images.length > inputs.most) return `This model takes ${inputs.most} images at most.`
  for (const image of images) {
    if (!inputs || image.kind === 'address') continue
    if (!inputs.types.includes(image.mimeType)) {
      const names = inputs.types.map(formatName).join(', ')
      return `This model takes ${names}: choose one of them as the format of the image.`
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
