/** Decodes an image that is added as an input once, so that a file that only looks like one is refused where the user is. */
import { imageDimensions, loadSharp, MAX_PIXELS, type WithPixels } from '../media/load-sharp.ts'
import type { MediaFacts } from '../library/assets/measure.ts'

export type InputFault =
  | { readonly kind: 'notImage' | 'cutOff' | 'lengthUnknown' }
  | { readonly kind: 'tooManyPixels'; readonly width: number; readonly height: number }

export type CheckedInput = { readonly facts: MediaFacts } | { readonly refused: InputFault }

export async function checkImage(path: string, withPixels: WithPixels): Promise<CheckedInput> {
  const size = await imageDimensions(path)
  if (!size) return { refused: { kind: 'notImage' } }
  const { width, height } = size
  if (width * height > MAX_PIXELS) {
    return { refused: { kind: 'tooManyPixels', width, height } }
  }
  const sharp = await loadSharp()
  const decode = () =>
    sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' }).resize(8, 8).raw().toBuffer()
  try {
    await withPixels(width * height, decode)
    return { facts: size }
  } catch {
    return { refused: { kind: 'cutOff' } }
  }
}

/** Those whose index Atelier reads: one that has none is damaged. Others are taken at their first bytes' word. */
const MEASURED = new Set('mp4 mov m4v m4a webm mkv mp3 wav ogg opus flac aac ts'.split(' '))

export function checkLength(facts: MediaFacts, extension: string): CheckedInput {
  return facts.durationMs === undefined && MEASURED.has(extension)
    ? { refused: { kind: 'lengthUnknown' } }
    : { facts }
}
