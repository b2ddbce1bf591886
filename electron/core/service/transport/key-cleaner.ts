/**
 * Takes the key out of what a service says: some repeat it in their message about it, and what a service says is shown and
 * stored.
 *
 * Works on parsed JSON, so that no escape of the outer JSON hides it, and knows the spellings that texts inside use: JSON
 * escapes of JSON in JSON, percent-encoding, character references, base64 at any offset and in both alphabets, hex.
 */
import { Buffer } from 'node:buffer'
import type { Json, JsonObject } from '#contract/json.ts'
import { createStretches } from '#core/json/bounded-json.ts'

/** A shorter key could stand in a response by chance, and is left. In characters. */
const MIN_KEY = 8
const IN_ITS_PLACE = '[key]'
/** The most characters that one character of the key takes in the spellings below. */
const MAX_SPELLING = 32
/** Backslashes before one character: JSON in JSON doubles them, three times over. */
const MAX_ESCAPES = 8
const ESCAPES = `\\\\{0,${MAX_ESCAPES}}`
/** What HTML cannot hold as it is. */
const HTML_NAMES: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
])
/** So much of a text is looked at before the clock is. In characters. */
const SLICE = 32 * 1024

export interface KeyCleaner {
  text(text: string): string
  /** Every text and every name in it. Yields to the event loop; what holds no key is given back as it is. */
  json(value: Json): Promise<Json>
}

const LEAVE_AS_IT_IS: KeyCleaner = { text: (text) => text, json: async (value) => value }

export function createKeyCleaner(apiKey: string | undefined): KeyCleaner {
  if (apiKey === undefined || apiKey.length < MIN_KEY) return LEAVE_AS_IT_IS
  const plain = spellingsOf(apiKey)
  const pattern = new RegExp(plain.map(escapedPattern).join('|'), 'g')
  const overlap = Math.max(...plain.map(({ length }) => length)) * MAX_SPELLING
  const matchesIn = (text: string): Iterable<RegExpExecArray> => {
    if (text.length < apiKey.length) return []
    const mayHold = /[\\%&]/.test(text) || plain.some((one) => text.includes(one))
    return mayHold ? text.matchAll(pattern) : []
  }
  const clean = function* (text: string): Generator<undefined, string> {
    const parts: string[] = []
    let done = 0
    for (let from = 0; from < text.length; from = Math.max(from + SLICE, done)) {
      for (const { 0: found, index } of matchesIn(text.slice(from, from + SLICE + overlap))) {
        if (index >= SLICE) break
        parts.push(text.slice(done, beforeEscapes(text, from + index, done)), IN_ITS_PLACE)
        done = from + index + found.length
      }
      yield
    }
    return done === 0 ? text : [...parts, text.slice(done)].join('')
  }
  return { text: (text) => finish(clean(text)), json: async (value) => inStretches(cleanJson(value, clean)) }
}

/** Where the backslashes that belong to what begins at `at` begin, from `least` on. */
function beforeEscapes(text: string, at: number, least: number): number {
  let start = at
  while (start > Math.max(least, at - MAX_ESCAPES) && text[start - 1] === '\\') start -= 1
  return start
}

type Clean = (text: string) => Generator<undefined, string>

function* cleanJson(value: Json, clean: Clean): Generator<undefined, Json> {
  if (typeof value === 'string') return yield* clean(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let copy: Json[] | null = null
    for (const [at, inner] of (value as readonly Json[]).entries()) {
      const cleaned = yield* cleanJson(inner, clean)
      if (cleaned !== inner) (copy ??= [...(value as readonly Json[])])[at] = cleaned
    }
    return copy ?? value
  }
  const entries: [string, Json][] = []
  let isChanged = false
  for (const [key, inner] of Object.entries(value as JsonObject)) {
    const entry: [string, Json] = [yield* clean(key), yield* cleanJson(inner, clean)]
    isChanged ||= entry[0] !== key || entry[1] !== inner
    entries.push(entry)
  }
  return isChanged ? Object.fromEntries(entries) : value
}

function finish<Value>(work: Generator<undefined, Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

async function inStretches<Value>(work: Generator<undefined, Value>): Promise<Value> {
  const stretches = createStretches()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (stretches.isOver()) await stretches.pause()
  }
}

/** The key as it is, in hex, and in base64 at each offset, without the characters that depend on what stands around it. */
function spellingsOf(apiKey: string): readonly string[] {
  const bytes = Buffer.from(apiKey, 'utf8')
  const inBase64 = [0, 1, 2].map((offset) => {
    const all = Buffer.concat([Buffer.alloc(offset), bytes])
    return all.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((all.length * 8) / 6))
  })
  const inHex = bytes.toString('hex')
  const urlSafe = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([apiKey, ...inBase64, ...urlSafe, inHex, inHex.toUpperCase()])]
}

/** Backslashes before the first character are not looked for: each of a long row would be tried as the first of eight. */
function escapedPattern(spelling: string): string {
  return Array.from(spelling, (character, at) => characterPattern(character, at === 0 ? '' : ESCAPES)).join(
    '',
  )
}

/** One character in all its spellings. Every repetition is bounded, so that no text is searched twice. */
function characterPattern(character: string, before: string): string {
  const code = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  )
  const asIs = units.map((unit) => `\\u${unit}`).join('')
  const inJson = units.map((unit) => `\\\\u${anyCase(unit)}`).join(ESCAPES)
  const inUrl = Array.from(
    Buffer.from(character, 'utf8'),
    (byte) => `%(?:25){0,4}${anyCase(byte.toString(16).padStart(2, '0'))}`,
  ).join('')
  const name = HTML_NAMES.get(character)
  const inHtml = `&(?:amp;)?(?:#(?:0{0,4}${code}|[xX]0{0,4}${anyCase(code.toString(16))})${name ? `|${name}` : ''});`
  return `(?:${before}(?:${inJson}|${asIs})|${inUrl}|${inHtml})`
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
