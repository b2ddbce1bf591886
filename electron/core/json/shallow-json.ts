/**
 * Takes what lies deep out of JSON as it arrives, before anything is made of it: for a list whose entries carry far more than is read.
 *
 * Lists and objects below `deepest` are empty, and whether they were JSON is not looked at.
 */
import { createTextEnd } from './bounded-json.ts'

const QUOTE = 0x22
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d])

/** Takes the parts of a body, and returns what is kept of each. `deepest` 1 keeps the outermost list or object. */
export function createJsonShallower(deepest: number): (part: Uint8Array) => readonly Uint8Array[] {
  const textEnd = createTextEnd()
  let depth = 0
  let isInText = false
  return (part) => {
    const kept: Uint8Array[] = []
    /** Where what is kept begins; null below `deepest`. */
    let from = depth > deepest ? null : 0
    let at = 0
    while (at < part.length) {
      if (isInText) {
        const quote = textEnd(part, at)
        isInText = quote === -1
        at = isInText ? part.length : quote + 1
        continue
      }
      const code = part[at++]
      if (code === QUOTE) isInText = true
      else if (OPENING.has(code)) {
        if (depth === deepest && from !== null) {
          kept.push(part.subarray(from, at))
          from = null
        }
        depth += 1
      } else if (CLOSING.has(code)) {
        depth -= 1
        if (depth === deepest) from = at - 1
      }
    }
    if (from !== null) kept.push(part.subarray(from))
    return kept
  }
}
