/**
 * Walks a response and lists every text in it with its place, in the order of the response.
 *
 * Opens JSON inside texts. Bounded in depth, in values and in what it opens, and without recursion: a response made to be
 * hostile costs no more than an ordinary one of its length.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import { parseBoundedJson, createStretches } from '#core/json/bounded-json.ts'

/** Deeper than any response seen, shallow enough that no path is long. */
const DEEPEST = 64
const MAX_VALUES = 300_000
/** How much text is opened as JSON in all: each level of JSON in JSON is shorter than the one around it. */
const MAX_OPENED = 64 * 1024 ** 2
const MAX_OPENABLE_CHARACTERS = 16 * 1024 ** 2
/** Shorter lists are not one text in chunks. */
const MIN_CHUNKS = 2
const VALUES_BETWEEN_CHECKS = 500

/** The path to a value: one step for each key or index, from the value up to the root. */
export interface JsonPath {
  readonly up: JsonPath | null
  /** Empty for an index. */
  readonly key: string
  /** JSON Pointer. JSON inside a text continues the pointer of the text. */
  readonly place: string
  /** The place with `*` for every index: what the members of one list have in common. */
  readonly shape: string
  readonly depth: number
  /** What the key stands in. */
  readonly holder: JsonObject | readonly Json[] | null
}

export interface Mention {
  readonly text: string
  readonly path: JsonPath
  /** The text was joined from a list of chunks, as language models stream them. */
  readonly joined: boolean
}

export interface Walk {
  readonly mentions: readonly Mention[]
  /** Numbers under keys of ids. */
  readonly ids: readonly string[]
  readonly visited: number
  /** What was not visited, in plain words. */
  readonly limits: readonly { readonly place: string; readonly reason: string }[]
}

interface Step {
  readonly value: Json
  readonly path: JsonPath
}

const ROOT: JsonPath = { up: null, key: '', place: '', shape: '', depth: 0, holder: null }

/** Yields to the event loop. */
export async function walk(root: Json): Promise<Walk> {
  const mentions: Mention[] = []
  const ids: string[] = []
  const limits: { place: string; reason: string }[] = []
  const stack: Step[] = [{ value: root, path: ROOT }]
  let visited = 0
  let opened = 0
  const stretches = createStretches()
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (visited % VALUES_BETWEEN_CHECKS === 0) await stretches.pause()
    const { value, path } = step
    if (++visited > MAX_VALUES) {
      limits.push({
        place: path.place,
        reason: 'the response holds too many values; the rest was not searched',
      })
      break
    }
    if (typeof value === 'string') {
      const inner = opened + value.length <= MAX_OPENED ? openJson(value) : undefined
      if (inner === undefined) mentions.push({ text: value, path, joined: false })
      else {
        opened += value.length
        stack.push({ value: inner, path: { ...path, depth: path.depth + 1 } })
      }
    } else if (typeof value === 'number') {
      if (/id$/iu.test(path.key)) ids.push(String(value))
    } else if (typeof value === 'object' && value !== null) {
      if (path.depth >= DEEPEST) {
        limits.push({ place: path.place, reason: 'it is nested too deep to be searched' })
        continue
      }
      if (isList(value) && isChunkedText(value)) {
        visited += value.length
        mentions.push({ text: value.join(''), path, joined: true })
      } else pushInside(value, path, stack)
    }
  }
  return { mentions, ids, visited, limits }
}

/** Pushes the members so that the first is taken next. */
function pushInside(value: JsonObject | readonly Json[], path: JsonPath, stack: Step[]): void {
  const depth = path.depth + 1
  if (isList(value)) {
    for (let index = Math.min(value.length, MAX_VALUES) - 1; index >= 0; index--) {
      const place = `${path.place}/${index}`
      const inner = { up: path, key: '', place, shape: `${path.shape}/*`, depth, holder: value }
      stack.push({ value: value[index] ?? null, path: inner })
    }
    return
  }
  const keys = Object.keys(value)
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at] ?? ''
    const pointer = key.replaceAll('~', '~0').replaceAll('/', '~1')
    const inner = {
      up: path,
      key,
      place: `${path.place}/${pointer}`,
      shape: `${path.shape}/${pointer}`,
      depth,
    }
    stack.push({ value: value[key] ?? null, path: { ...inner, holder: value } })
  }
}

/** What the text says as JSON, where it is an object, a list, or a text that is JSON once more; else undefined. */
function openJson(text: string): Json | undefined {
  if (text.length > MAX_OPENABLE_CHARACTERS) return undefined
  const trimmed = text.trim()
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && trimmed.length > 6
  const inner = isFenced
    ? trimmed
        .slice(3, -3)
        .replace(/^json\b/iu, '')
        .trim()
    : trimmed
  const first = inner.charAt(0)
  if (first !== '{' && first !== '[' && first !== '"') return undefined
  const value = parseBoundedJson(inner)
  return typeof value === 'object' || typeof value === 'string' ? value : undefined
}

/** Base64 of a file: no chunk of a text is so long without a space. */
const BYTES = /^[\w+/=-]{64,}$/u

/** Whether a list is one text in chunks: only texts, and most of them neither an address nor a file. */
function isChunkedText(value: readonly Json[]): value is readonly string[] {
  if (value.length < MIN_CHUNKS) return false
  let chunks = 0
  for (const item of value) {
    if (typeof item !== 'string' || item.length > 2_000 || BYTES.test(item)) return false
    const isAddress = /^\s*(?:https?:|data:|<svg|[/{[\\]|[a-z][\w+.-]*:\S|\S+\.\w{2,5}$|\S{40})/iu.test(item)
    if (!isAddress && !isPath(item)) chunks += 1
  }
  return chunks * 2 > value.length
}

/** Of several parts without white space, or with a name that has an extension. */
function isPath(text: string): boolean {
  const isBare = /^[\w.%-]+(?:\/[\w.%-]+)+$/u.test(text)
  return isBare || (text.includes('/') && /\S\.[a-z]\w{1,4}$/iu.test(text.slice(-7)))
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The nearest object around a value, and the path of what stands in it. */
export function holderOf(path: JsonPath): JsonObject | null {
  return path.holder === null || Array.isArray(path.holder) ? null : (path.holder as JsonObject)
}

/** The steps with a key, from the value up to the root. */
export function* keysUp(path: JsonPath): Generator<JsonPath> {
  for (let at: JsonPath | null = path; at; at = at.up) if (at.holder !== null && at.key !== '') yield at
}
