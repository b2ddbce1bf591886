/** What is decoded of images at most, and how large the derived ones are. */
import { SCRUB_FRAMES } from '#contract/rules/media.ts'

/** Decoding is refused beyond this: a 600 kB PNG may claim 800 MB of pixels. */
export const MOST_PIXELS = 100_000_000
/** Twice the height of a large row in the grid, for dense screens. */
export const LONG_SIDE_PIXELS = 384
export const QUALITY = 80

const SCRUB_HEIGHT = 160
export const SCRUB_SIZE = { width: SCRUB_FRAMES * 2 * SCRUB_HEIGHT, height: SCRUB_HEIGHT } as const

/** Runs `work` when the memory for so many pixels is there. */
export type WithPixels = <Value>(pixels: number, work: () => Promise<Value>) => Promise<Value>
