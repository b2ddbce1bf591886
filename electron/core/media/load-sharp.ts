/**
 * Loads sharp with the first image: its library costs tens of megabytes.
 *
 * In the process that reads files from outside, only the formats that Atelier knows as images are decoded. SVG is not: what it
 * asks for cannot be bounded, nor stopped.
 */
import type sharp from 'sharp'
import { SCRUB_FRAMES } from '#contract/rules/media.ts'

const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`)
let isRestricted = false

/** Holds for the whole process, all its threads included. */
export function restrictDecoding(): void {
  isRestricted = true
}

let loading: Promise<typeof sharp> | null = null

/**
 * Restricts it once: a decoding in another thread that met the moment between `block` and `unblock` would fail.
 *
 * @throws Error where sharp cannot be loaded here: that says nothing about the image.
 */
export function loadSharp(): Promise<typeof sharp> {
  return (loading ??= load())
}

async function load(): Promise<typeof sharp> {
  const { default: loaded } = await import('sharp')
  if (!isRestricted) return loaded
  loaded.block({ operation: ['VipsForeignLoad'] })
  loaded.unblock({ operation: DECODED })
  // What it keeps for a next time are whole decoded images, beside the pixels that may be decoded at once.
  loaded.cache(false)
  return loaded
}

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** Width and height in pixels with the orientation applied, or null when the file is no image that can be read. */
export async function imageDimensions(source: string | Uint8Array): Promise<Dimensions | null> {
  const sharp = await loadSharp()
  try {
    const { autoOrient } = await sharp(source, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}

/** Decoding is refused beyond this: a 600 kB PNG may claim 800 MB of pixels. */
export const MAX_PIXELS = 100_000_000
/** Twice the height of a large row in the grid, for dense screens. */
export const LONG_SIDE_PIXELS = 384
export const QUALITY = 80

const SCRUB_HEIGHT = 160
export const SCRUB_SIZE = { width: SCRUB_FRAMES * 2 * SCRUB_HEIGHT, height: SCRUB_HEIGHT } as const

/** Runs `work` when the memory for so many pixels is there. */
export type WithPixels = <Value>(pixels: number, work: () => Promise<Value>) => Promise<Value>
