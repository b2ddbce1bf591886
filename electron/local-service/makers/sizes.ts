/** How large an image or a video is: what sizes and ratios in a request mean, and the pixels they lead to. */
import type { Size } from '../image/scene.ts'

/** The side of a square of the same area ("1K"), the shorter side ("720p"), or both sides. */
export type Resolution = Size | { readonly square: number } | { readonly shorter: number }

/** What every request for still images may say. */
export interface StillOptions {
  readonly aspect_ratio: number | null
  readonly resolution: Resolution
  readonly count: number
  readonly seed: number | null
  readonly output_format: string
  readonly image_input: readonly string[]
}

/** Of a still image, in pixels. */
export const MAX_IMAGE_SIDE = 2048
/** Between these, width to height. */
const NARROWEST = 1 / 4
const WIDEST = 4

/** One of `names` ("720p", "1K", "512") or `<width>x<height>` with sides in the range `sides`; null for anything else. */
export function parseResolution(
  text: string,
  names: readonly string[],
  [least, most]: readonly [number, number],
): Resolution | null {
  if (names.some((name) => name.toLowerCase() === text.toLowerCase())) {
    const number = Number.parseInt(text, 10)
    if (/p$/iu.test(text)) return { shorter: number }
    return { square: /k$/iu.test(text) ? number * 1024 : number }
  }
  const [, width, height] = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})$/iu.exec(text) ?? []
  const size = { width: Number(width), height: Number(height) }
  return Math.min(size.width, size.height) >= least && Math.max(size.width, size.height) <= most ? size : null
}

/** Width to height of `<width>:<height>` between 1:4 and 4:1; null for anything else. */
export function parseRatio(text: string): number | null {
  const [, width, height] = /^\s*(\d+(?:\.\d+)?)\s*[:/x]\s*(\d+(?:\.\d+)?)\s*$/u.exec(text) ?? []
  const ratio = Number(width) / Number(height)
  return ratio >= NARROWEST && ratio <= WIDEST ? ratio : null
}

/**
 * The size in whole pixels, even unless the request names both sides, and at most `maxSide` a side.
 *
 * `ratio` is the shape where the resolution leaves it open.
 */
export function sizeOf(resolution: Resolution, ratio: number, maxSide: number): Size {
  if ('width' in resolution) return resolution
  const bounded = Math.min(WIDEST, Math.max(NARROWEST, ratio))
  const width =
    'square' in resolution
      ? resolution.square * Math.sqrt(bounded)
      : resolution.shorter * Math.max(1, bounded)
  const height = width / bounded
  const shrink = Math.min(1, maxSide / Math.max(width, height))
  return { width: toEven(width * shrink), height: toEven(height * shrink) }
}

export function toEven(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}

/** Said where a ratio has no effect. */
export const RATIO_IGNORED = 'aspect_ratio was ignored because resolution gives width and height.'
