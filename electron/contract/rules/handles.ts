/** How a cast member's handle is written, alone and in a prompt. */

/** Letters, digits, `_` and `-`; the first is a letter, and the last none of the two signs. */
const HANDLE = /^\p{L}(?:[\p{L}\p{M}\p{N}_-]{0,38}[\p{L}\p{M}\p{N}])?$/u

/** What services write for the inputs of a request themselves: never a member's. */
const INPUT_NAME = /^(?:image|img|video|audio)_?\d*$/iu

const IN_PROMPT = /(?<![\p{L}\p{M}\p{N}_@.])@(\p{L}[\p{L}\p{M}\p{N}_-]{0,39})(?![\p{L}\p{M}\p{N}_-])/gu

/** Whether a member may have it. */
export function isHandle(word: string): boolean {
  return HANDLE.test(word) && !INPUT_NAME.test(word)
}

/** The same for handles that no two members may have. */
export function handleKey(handle: string): string {
  return handle.normalize('NFC').toLowerCase()
}

/** A word of a prompt that looks like a handle: `start` is the place of its `@`. */
export interface HandleInPrompt {
  readonly handle: string
  readonly start: number
  readonly end: number
}

/** In the order of the prompt; an address (`me@example.org`) and `@image1` are none. A `-` at the end belongs to the sentence. */
export function handlesIn(prompt: string): readonly HandleInPrompt[] {
  return [...prompt.matchAll(IN_PROMPT)].flatMap(({ 1: word = '', index }) => {
    const handle = word.replace(/[-_]+$/u, '')
    return isHandle(handle) ? [{ handle, start: index, end: index + 1 + handle.length }] : []
  })
}
