/**
 * Reads JSON of other programs without losing digits: a whole number that JavaScript would round becomes a text of its digits.
 *
 * Newer engines tell the source of a number while they parse; this works with all of them.
 */
import { isLongInteger } from '#contract/rules/exact-seeds.ts'
import { createTextEnd } from './bounded-json.ts'

/** A number with all its parts; only what is nothing but digits is kept as they are. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** @throws SyntaxError where it is not JSON. */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return /\d{16}/.test(text) ? JSON.parse(withLongIntegersAsTexts(text)) : value
}

/** `text` is JSON. */
function withLongIntegersAsTexts(text: string): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const quote = text.indexOf('"', at)
    const outside = text.slice(at, quote === -1 ? undefined : quote)
    parts.push(outside.replace(NUMBER, (number) => (isLongInteger(number) ? `"${number}"` : number)))
    if (quote === -1) return parts.join('')
    const end = createTextEnd()(text, quote + 1) + 1
    parts.push(text.slice(quote, end))
    at = end
  }
}
