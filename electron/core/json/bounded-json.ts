/**
 * Parses JSON from outside, and refuses what would cost far more than its length: each `[]` takes three bytes on the wire and
 * dozens in memory, and recursive code overflows the stack on deep nesting.
 *
 * What a text would become is counted in one pass over its characters, before anything is made of it.
 */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { DEEPEST, MAX_VALUES, type Json } from '#contract/json.ts'
import { withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'

/** Names of one object, each of which costs as much as many values of a list. A listing by ids has some thousand. */
const MAX_NAMES = 30_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = [0x5b, 0x7b]
const CLOSING = [0x5d, 0x7d]

/** Takes the parts of a text, as characters or as UTF-8; false as soon as the whole must not be parsed. */
type JsonMeter = (part: string | Uint8Array) => boolean

/** The value, or undefined when `text` is not JSON, holds too many values, or is nested too deep. */
export function parseBoundedJson(text: string, mostValues = MAX_VALUES): Json | undefined {
  return createJsonMeter(mostValues)(text) ? parseMeasuredJson(text) : undefined
}

/** The value of a text whose parts the meter let pass, or undefined when it is not JSON. Long seeds are texts. */
export function parseMeasuredJson(text: string): Json | undefined {
  try {
    return JSON.parse(withSeedsAsTexts(text)) as Json
  } catch {
    return undefined
  }
}

/** Counts values and depth. An empty list counts twice. */
export function createJsonMeter(mostValues = MAX_VALUES): JsonMeter {
  let values = 1
  /** Of each open object and list, from the outermost: how many names it has so far, or null for a list. */
  const names: (number | null)[] = []
  const textEnd = createTextEnd()
  let isInText = false
  const skipText = (part: string | Uint8Array, from: number): number => {
    const quote = textEnd(part, from)
    isInText = quote === -1
    return quote === -1 ? part.length : quote + 1
  }
  return (part) => {
    let at = 0
    while (at < part.length) {
      if (isInText) {
        at = skipText(part, at)
        continue
      }
      const code = codeAt(part, at++)
      if (code === QUOTE) isInText = true
      else if (code === COMMA) {
        values += 1
        const own = names.at(-1)
        if (typeof own === 'number') names[names.length - 1] = own + 1
        if (own === MAX_NAMES) return false
      } else if (OPENING[0] === code || OPENING[1] === code) {
        values += 1
        names.push(code === OPENING[1] ? 1 : null)
        if (names.length > DEEPEST) return false
      } else if (CLOSING[0] === code || CLOSING[1] === code) names.pop()
      if (values > mostValues) return false
    }
    return true
  }
}

/**
 * Looks for the quote that ends a text, part by part: its index in the part, or -1 where the text goes on in the next one. To be
 * called from where the text begins or, in a later part, from 0.
 */
export function createTextEnd(): (part: string | Uint8Array, from: number) => number {
  let isEscaped = false
  return (part, from) => {
    const at = isEscaped ? from + 1 : from
    const quote = endOfText(part, at)
    isEscaped = (quote === -1 ? backslashesBefore(part, part.length, at) : 0) % 2 === 1
    return quote
  }
}

/** The first quote that no backslash escapes, or -1. */
function endOfText(part: string | Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const quote = typeof part === 'string' ? part.indexOf('"', at) : part.indexOf(QUOTE, at)
    if (quote === -1 || backslashesBefore(part, quote, at) % 2 === 0) return quote
    at = quote + 1
  }
}

/** How many stand directly before `end`, from `from` on. */
function backslashesBefore(part: string | Uint8Array, end: number, from: number): number {
  let at = end
  while (at > from && codeAt(part, at - 1) === BACKSLASH) at -= 1
  return end - at
}

function codeAt(part: string | Uint8Array, at: number): number | undefined {
  return typeof part === 'string' ? part.charCodeAt(at) : part[at]
}

const MAX_STRETCH_MS = 10

/** Long work in short stretches, so that the event loop is never kept for long. */
export function createStretches() {
  let since = performance.now()
  const isOver = () => performance.now() - since >= MAX_STRETCH_MS
  return {
    isOver,
    /** Lets everything else go on when the stretch has taken its time; else resolves at once. */
    pause: async (): Promise<void> => {
      if (!isOver()) return
      await yieldToEvents()
      since = performance.now()
    },
  }
}
