/** Tells of a video or audio, by what its index says, whether it is whole. */
import type { MediaFacts } from '../library/assets/measure.ts'
import type { CheckedInput } from './check-image.ts'

/** Those whose index Atelier reads: one that has none is damaged. Others are taken at their first bytes' word. */
const MEASURED = new Set('mp4 mov m4v m4a webm mkv mp3 wav ogg opus flac aac ts'.split(' '))

export function checkLength(facts: MediaFacts, extension: string): CheckedInput {
  return facts.durationMs === undefined && MEASURED.has(extension)
    ? { refused: 'is damaged or cut off: how long it plays cannot be read.' }
    : { facts }
}
