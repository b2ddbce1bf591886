/** Makes foreign JSON safe to keep: plain, bounded in depth, number and size. What goes beyond is left out, never refused. */
import type { Json, JsonObject } from '#contract/json.ts'
import { parseExactJson } from '#core/json/exact-json.ts'

const DEEPEST = 12
const MAX_VALUES = 5_000
const MAX_KEY = 200
const MAX_TEXT = 20_000
/** Characters of all texts and keys together. */
const MAX_CHARACTERS = 500_000

/** C0 and C1 controls without tab, line feed and carriage return; a database ends a text at the first NUL. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const CONTROLS = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/gu

/** The text without control characters and halves of characters, cut at `longest` UTF-16 units. */
export function cleanText(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().replace(CONTROLS, '')
}

/** What turns the direction of writing, so that a name reads as another one: Unicode Technical Report 36, 2.5. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g

/** The same in one line that reads as it is written: for titles and names. */
export function cleanLine(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(/[\s\u0085]+/g, ' ')
    .replace(TURNS, '')
  return cleanText(line.trim(), longest).trim()
}

/** The value as an object, or an empty one where it is none. */
export function cleanObject(value: unknown): JsonObject {
  const cleaned = createCleaner()(value, 0)
  return isObject(cleaned) ? cleaned : {}
}

/** Parses `text` without losing digits, or answers null where it is not JSON or longer than `longest` UTF-16 units. */
export function parseJson(text: string, longest: number): unknown {
  if (text.length > longest) return null
  try {
    return parseExactJson(text)
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> & JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function createCleaner(): (value: unknown, depth: number) => Json | undefined {
  let values = 0
  let characters = 0
  const text = (from: string, longest: number): string => {
    const cleaned = cleanText(from, Math.min(longest, MAX_CHARACTERS - characters))
    characters += cleaned.length
    return cleaned
  }
  const clean = (value: unknown, depth: number): Json | undefined => {
    if (++values > MAX_VALUES || depth > DEEPEST) return undefined
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    if (typeof value === 'string') return text(value, MAX_TEXT)
    if (typeof value !== 'object') return undefined
    return Array.isArray(value) ? cleanArray(value, depth) : cleanFields(value, depth)
  }
  const cleanArray = (items: readonly unknown[], depth: number): Json[] => {
    const kept: Json[] = []
    for (const item of items) {
      if (values > MAX_VALUES) break
      const cleaned = clean(item, depth + 1)
      if (cleaned !== undefined) kept.push(cleaned)
    }
    return kept
  }
  const cleanFields = (from: object, depth: number): JsonObject => {
    const kept: Record<string, Json> = {}
    for (const [key, item] of Object.entries(from)) {
      if (values > MAX_VALUES) break
      // Assigned, it would change what the object is instead of what it holds.
      if (key === '__proto__') continue
      const cleaned = clean(item, depth + 1)
      if (cleaned !== undefined) kept[text(key, MAX_KEY)] = cleaned
    }
    return kept
  }
  return clean
}
