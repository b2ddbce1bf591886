/**
 * The colours of an image that a character may wear: a few that cover much of it and are unlike each other.
 */
import sharp from 'sharp'
import { linearPart, toOklab, type Rgb } from '../image/color.ts'

/** The image is read this small; its colours are all that counts. */
const SIDE = 6
const MOST = 3
/** Closer than this, two colours look the same on cloth. */
const APART = 0.12

/** Up to three colours as linear RGB, the strongest first. */
export async function referenceColors(image: Uint8Array): Promise<readonly Rgb[]> {
  const small = sharp(image).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().toColourspace('srgb')
  const bytes = await small.raw().toBuffer()
  const part = (at: number): number => linearPart(bytes[at] ?? 0)
  const colors = Array.from({ length: SIDE * SIDE }, (_, index): Rgb => [
    part(index * 3),
    part(index * 3 + 1),
    part(index * 3 + 2),
  ])
  const chosen: Rgb[] = []
  for (const color of colors.toSorted((a, b) => chromaOf(b) - chromaOf(a)))
    if (chosen.length < MOST && chosen.every((each) => distance(each, color) > APART)) chosen.push(color)
  return chosen
}

function chromaOf(color: Rgb): number {
  const [, a, b] = toOklab(color)
  return Math.hypot(a, b)
}

function distance(one: Rgb, two: Rgb): number {
  const [a, b] = [toOklab(one), toOklab(two)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
