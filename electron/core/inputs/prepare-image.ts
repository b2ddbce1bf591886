/** Makes an image ready to be sent in its shape. One that needs nothing and carries nothing but its pixels stays as it is. */
import { readFile } from 'node:fs/promises'
import type { InputShape } from '#contract/inputs.ts'
import { imageDimensions, loadSharp, type WithPixels } from '../media/load-sharp.ts'
import { writeFileDurably } from '../store/files.ts'
import { isBareImage } from './bare-image.ts'
import { hashOf } from './hash.ts'
import { formatOf, longSideOf, makeImage, IMAGE_TYPES, type ImageFormat, type Unmade } from './make-image.ts'
import { makeMask, type MaskShape } from './mask-image.ts'

/** `mask`: the image is one. */
export interface ReadyShape extends InputShape {
  readonly mask?: MaskShape
}

/** A file as it leaves this computer. */
export interface ReadyMedia {
  readonly path: string
  readonly mimeType: string
  readonly extension: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly width?: number
  readonly height?: number
}

export type PreparedImage =
  | { readonly kind: 'as-it-is' }
  | { readonly kind: 'made'; readonly media: ReadyMedia }
  | { readonly kind: 'refused'; readonly why: Unmade }

/** What is made lies under `stem` with its format's extension; what was made there at another time is taken. */
export async function prepareImage(
  path: string,
  extension: string,
  shape: ReadyShape,
  stem: string,
  withPixels: WithPixels,
): Promise<PreparedImage> {
  const kept = await readKept(stem)
  if (kept) return { kind: 'made', media: kept }
  const original = await readFile(path)
  const sharp = await loadSharp()
  const meta = await sharp(original, { limitInputPixels: false }).metadata()
  const format = formatOf(extension, meta.hasAlpha, shape)
  const isReady =
    shape.mask === undefined &&
    IMAGE_TYPES[format].extension === extension &&
    original.length <= (shape.maxBytes ?? Infinity) &&
    longSideOf(meta) <= (shape.longSide ?? Infinity) &&
    meta.space !== 'cmyk' &&
    isBareImage(original, extension)
  if (isReady) return { kind: 'as-it-is' }
  const { mask } = shape
  const made = await withPixels(meta.width * meta.height, async () =>
    mask ? makeMask(original, mask) : makeImage(original, extension, meta, shape),
  )
  if ('refused' in made) return { kind: 'refused', why: made }
  const { bytes, width, height, format: madeFormat } = made
  const type = IMAGE_TYPES[madeFormat]
  const madePath = `${stem}.${type.extension}`
  await writeFileDurably(madePath, bytes)
  const media = {
    path: madePath,
    ...type,
    sha256: await hashOf(bytes),
    width,
    height,
    sizeBytes: bytes.length,
  }
  return { kind: 'made', media }
}

/** What was made at another time, whatever format it came out in. */
async function readKept(stem: string): Promise<ReadyMedia | null> {
  for (const format of Object.keys(IMAGE_TYPES) as ImageFormat[]) {
    const path = `${stem}.${IMAGE_TYPES[format].extension}`
    const bytes = await readFile(path).catch(() => null)
    const size = bytes && (await imageDimensions(bytes))
    if (bytes && size) {
      return { path, ...IMAGE_TYPES[format], sha256: await hashOf(bytes), sizeBytes: bytes.length, ...size }
    }
  }
  return null
}
