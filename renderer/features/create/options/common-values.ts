/** Values that most models of a media type take. */
import type { MediaType } from '#contract/rules/media.ts'

export const COMMON_RATIOS: readonly string[] = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']
export const COMMON_RESOLUTIONS: Readonly<Record<MediaType, readonly string[]>> = {
  image: ['1K', '2K', '4K'],
  video: ['480p', '720p', '1080p'],
  character: ['1K', '2K'],
  music: [],
}
const RATIO = /^\d+(\.\d+)?:\d+(\.\d+)?$/

/** True for `<width>:<height>`, such as 16:9. */
export function isRatio(text: string): boolean {
  return RATIO.test(text)
}

/**
 * What models take in place of a ratio, in small letters. Source: the parameter pages of nano-banana, Seedance (Kie) and
 * Flux Kontext (Replicate).
 */
export const RATIO_WORDS: ReadonlySet<string> = new Set(['auto', 'adaptive', 'match_input_image'])
