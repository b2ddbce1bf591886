/**
 * What a look is: a way to redraw every frame of a film so that neighbouring frames stay alike.
 *
 * A look never draws by chance: what it adds is fixed to the screen or follows the picture.
 */
import type { Frame } from '../frame.ts'

export const LOOK_NAMES = ['painted', 'ink', 'pencil', 'poster', 'night'] as const
export type LookName = (typeof LOOK_NAMES)[number]

export interface LookRequest {
  readonly prompt: string
  readonly seed: number
  /** In pixels. */
  readonly width: number
  readonly height: number
}

export interface Look {
  /** Redraws `frame` in place; `seconds` is its time. */
  apply(frame: Frame, seconds: number): void
}

export type CreateLook = (request: LookRequest) => Look

/** Words of a prompt that ask for a look, the more telling first. */
const WORDS: readonly (readonly [RegExp, LookName])[] = [
  [/\b(?:ink|sumi|brush and ink|calligraph\w+)\b/iu, 'ink'],
  [/\b(?:pencil|sketch\w*|graphite|charcoal|hand[ -]?drawn|drawing|line art)\b/iu, 'pencil'],
  [/\b(?:poster\w*|pop[ -]?art|screen ?print\w*|comic|cartoon|flat|stencil|vector)\b/iu, 'poster'],
  [/\b(?:night\w*|neon|moonlit|midnight|cyberpunk|nocturn\w*)\b/iu, 'night'],
  [/\b(?:paint\w*|oil|brush\w*|impression\w*|watercolou?r|canvas|gouache)\b/iu, 'painted'],
]

/** The look that `prompt` asks for, or null. */
export function lookInWords(prompt: string): LookName | null {
  return WORDS.find(([pattern]) => pattern.test(prompt))?.[1] ?? null
}
