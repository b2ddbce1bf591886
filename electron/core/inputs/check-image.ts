/** Decodes an image that is added as an input once, so that a file that only looks like one is refused where the user is. */
import { imageDimensions, loadSharp, MOST_PIXELS, type WithPixels } from '../media/load-sharp.ts'
import type { MediaFacts } from '../library/assets/measure.ts'

/** `refused` is the end of a sentence that begins with its name. */
export type CheckedInput = { readonly facts: MediaFacts } | { readonly refused: string }

export async function checkImage(path: string, withPixels: WithPixels): Promise<CheckedInput> {
  const size = await imageDimensions(path)
  if (!size) return { refused: 'is not an image that can be read. It may be damaged.' }
  const { width, height } = size
  if (width * height > MOST_PIXELS) {
    return { refused: `is ${width} × ${height}: more than ${MOST_PIXELS / 1_000_000} million pixels.` }
  }
  const sharp = await loadSharp()
  const decode = () =>
    sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' }).resize(8, 8).raw().toBuffer()
  try {
    await withPixels(width * height, decode)
    return { facts: size }
  } catch {
    return { refused: 'is damaged or cut off: its image cannot be decoded.' }
  }
}

/** Those whose index Atelier reads: one that has none is damaged. Others are taken at their first bytes' word. */
const MEASURED = new Set('mp4 mov m4v m4a webm mkv mp3 wav ogg opus flac aac ts'.split(' '))

export function checkLength(facts: MediaFacts, extension: string): CheckedInput {
  return facts.durationMs === undefined && MEASURED.has(extension)
    ? { refused: 'is damaged or cut off: how long it plays cannot be read.' }
    : { facts }
}
