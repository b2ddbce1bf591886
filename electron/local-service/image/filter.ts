/** Redraws an image, or every frame of a video: areas run together, and colours and contours follow one of a few manners. */
import sharp from 'sharp'
import type { Size } from './scene.ts'

export const FILTER_NAMES = ['painted', 'ink', 'poster'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

interface Manner {
  /** How far areas run together, as a share of the shorter side. */
  readonly reach: number
  /** How strong contours are drawn. */
  readonly contour: number
  /** How strong colours are; 1 is as they were. */
  readonly saturation: number
  /** What black and white become. */
  readonly ink: readonly [number, number, number]
  readonly paper: readonly [number, number, number]
}

const MANNERS: Readonly<Record<FilterName, Manner>> = {
  painted: { reach: 0.007, contour: 1.2, saturation: 1.25, ink: [0, 0, 0], paper: [255, 255, 255] },
  ink: { reach: 0.006, contour: 14, saturation: 0.2, ink: [-30, -28, -18], paper: [290, 284, 270] },
  poster: { reach: 0.013, contour: 4, saturation: 1.3, ink: [-24, -24, -24], paper: [274, 274, 274] },
}

/** Words of a prompt that ask for a filter, the more telling first. */
const WORDS: readonly (readonly [RegExp, FilterName])[] = [
  [/\b(?:ink|sumi|calligraph\w+|pencil|sketch\w*|charcoal|hand[ -]?drawn|drawing|line art)\b/iu, 'ink'],
  [/\b(?:poster\w*|pop[ -]?art|screen ?print\w*|comic|cartoon|flat|stencil|vector)\b/iu, 'poster'],
  [/\b(?:paint\w*|oil|brush\w*|impression\w*|watercolou?r|canvas|gouache)\b/iu, 'painted'],
]

export function filterInWords(prompt: string): FilterName | null {
  return WORDS.find(([pattern]) => pattern.test(prompt))?.[1] ?? null
}

/** RGB bytes redrawn; `strength` (0 to 1) is how little of the original shows through. */
export async function redraw(
  rgb: Uint8Array,
  { width, height }: Size,
  filter: FilterName,
  strength: number,
): Promise<Uint8Array> {
  const { reach, contour, saturation, ink, paper } = MANNERS[filter]
  const unit = Math.min(width, height)
  const square = 2 * Math.round((unit * reach) / 2) + 1
  const drawn = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .median(Math.max(3, square))
    .modulate({ saturation })
    .sharpen({ sigma: Math.max(0.6, unit * 0.002), m1: 0, m2: contour, x1: 1, y2: 40, y3: 60 })
    .linear(
      paper.map((white, part) => (white - (ink[part] ?? 0)) / 255),
      [...ink],
    )
    .raw()
    .toBuffer()
  const share = 0.3 + 0.7 * strength
  for (let at = 0; at < drawn.length; at += 1) {
    const own = rgb[at] as number
    drawn[at] = Math.round(own + ((drawn[at] as number) - own) * share)
  }
  return drawn
}
