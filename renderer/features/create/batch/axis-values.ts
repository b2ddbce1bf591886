/**
 * The values of an axis as they are typed: JSON between commas or on lines of their own, `1, "1", [2, 3]`. Types stay exact:
 * `"5"` is not `5`. A word that is no JSON stands for itself, so that `16:9, 1:1` needs no quotes.
 */
import type { Json } from '#contract/json.ts'
import { isLongInteger } from '#contract/rules/exact-seeds.ts'

export type ParsedValues =
  | { readonly ok: true; readonly values: readonly Json[] }
  /** `part` begins like JSON and is none, or is a number that nobody can compute with, such as 1e999. */
  | { readonly ok: false; readonly part: string }

/** Each value once, in the order typed. The whole may also be one JSON list. Long seeds are texts of their digits. */
export function parseValues(typed: string, { isSeed = false } = {}): ParsedValues {
  const whole = isSeed ? typed.replace(WHOLE_NUMBER, quoted).trim() : typed.trim()
  if (whole.startsWith('[') && whole.endsWith(']')) {
    const list = readJson(whole)
    if (Array.isArray(list)) return { ok: true, values: distinct(list as readonly Json[]) }
  }
  const values: Json[] = []
  for (const part of splitParts(whole)) {
    const value = readJson(part)
    if (value === undefined && /^["[{]/.test(part)) return { ok: false, part }
    if (typeof value === 'number' && !Number.isFinite(value)) return { ok: false, part }
    values.push(value === undefined ? part : value)
  }
  return { ok: true, values: distinct(values) }
}

/** Not a part of a text, of a word or of a fraction. */
const WHOLE_NUMBER = /(?<![\w."-])-?\d{16,20}(?![\w."])/g

function quoted(digits: string): string {
  return isLongInteger(digits) ? `"${digits}"` : digits
}

/** The text that `parseValues` reads as these values. */
export function formatValues(values: readonly Json[]): string {
  return values.map(formatValue).join(', ')
}

/** `typed` with the value added at its end, or without it where it is there; text that cannot be read stays. */
export function toggleValue(typed: string, value: Json): string {
  const parsed = parseValues(typed)
  if (!parsed.ok) return typed
  const name = JSON.stringify(value)
  const others = parsed.values.filter((other) => JSON.stringify(other) !== name)
  return formatValues(others.length < parsed.values.length ? others : [...parsed.values, value])
}

/** Values as a person reads them: words without quotes, unless a number or the like would look the same. */
export function valueLabels(values: readonly Json[]): readonly string[] {
  const plain = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return plain.map((label, index) =>
    plain.indexOf(label) === plain.lastIndexOf(label) && label.trim() !== ''
      ? label
      : JSON.stringify(values[index] ?? null),
  )
}

function formatValue(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const isPlain = /^[^\s,"[\]{}][^,"[\]{}\n]*$/.test(value) && value.trim() === value
  return isPlain && readJson(value) === undefined ? value : JSON.stringify(value)
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** At commas and line ends outside of quotes and brackets. */
function splitParts(text: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '\\') part += sign + (text[++at] ?? '')
    else if (!isQuoted && depth === 0 && (sign === ',' || sign === '\n')) {
      parts.push(part)
      part = ''
    } else {
      // A quote inside of a word, as in 5", is a sign like any other.
      if (sign === '"' && (isQuoted || depth > 0 || part.trim() === '')) isQuoted = !isQuoted
      else if (!isQuoted && (sign === '[' || sign === '{')) depth++
      else if (!isQuoted && depth > 0 && (sign === ']' || sign === '}')) depth--
      part += sign
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

function distinct(values: readonly Json[]): readonly Json[] {
  return Array.from(new Map(values.map((value) => [JSON.stringify(value), value])).values())
}
