/**
 * What a filter is: a way to redraw an image, or every frame of a video so that neighbouring frames stay alike.
 *
 * A filter never draws by chance: what it adds is fixed to the screen or follows the image.
 */
import type { Frame, Size } from '../scene.ts'

export const FILTER_NAMES = ['painted', 'ink', 'poster'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

interface FilterRequest extends Size {
  readonly prompt: string
  readonly seed: number
}

/** Redraws `frame` in place; `seconds` is its time, 0 for a still image. */
type Filter = (frame: Frame, seconds: number) => void

export type CreateFilter = (request: FilterRequest) => Filter

/** Words of a prompt that ask for a filter, the more telling first. */
const WORDS: readonly (readonly [RegExp, FilterName])[] = [
  [/\b(?:ink|sumi|calligraph\w+|pencil|sketch\w*|charcoal|hand[ -]?drawn|drawing|line art)\b/iu, 'ink'],
  [/\b(?:poster\w*|pop[ -]?art|screen ?print\w*|comic|cartoon|flat|stencil|vector)\b/iu, 'poster'],
  [/\b(?:paint\w*|oil|brush\w*|impression\w*|watercolou?r|canvas|gouache)\b/iu, 'painted'],
]

/** The filter that `prompt` asks for, or null. */
export function filterInWords(prompt: string): FilterName | null {
  return WORDS.find(([pattern]) => pattern.test(prompt))?.[1] ?? null
}

/** Lets the original show through where the filter is not to have everything; `strength` is 0 to 1. */
export function keepShare({ data }: Frame, original: ArrayLike<number>, strength: number): void {
  if (strength >= 1) return
  for (let at = 0; at < data.length; at += 1) {
    const own = original[at] as number
    data[at] = own + ((data[at] as number) - own) * strength
  }
}
