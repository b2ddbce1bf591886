/**
 * Walks an answer and hands out every text in it together with its place, in the order of the answer.
 *
 * Opens JSON inside texts. Bounded in depth, in values and in what it opens, and without recursion: an answer made to be
 * hostile costs no more than an ordinary one of its length.
 */
import type { Json, JsonObject } from '#contract/json.ts'

/** Deeper than any answer seen, shallow enough that no trail is long. */
const DEEPEST = 64
const MOST_VALUES = 300_000
/** How much text is opened as JSON in all: each level of JSON in JSON is shorter than the one around it. */
const MOST_OPENED = 64 * 1024 ** 2
const LONGEST_OPENED = 16 * 1024 ** 2
/** Fewer words than this are no text that came in pieces. */
const LEAST_PIECES = 2

/** The way to a value: one step for each key or index, from the value up to the root. */
export interface Trail {
  readonly up: Trail | null
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
  readonly trail: Trail
  /** The text was joined from a list of pieces, as language models stream them. */
  readonly joined: boolean
}

export interface Walk {
  readonly mentions: readonly Mention[]
  /** How many values were looked at. */
  readonly visited: number
  /** What was not looked at any more, in plain words. */
  readonly limits: readonly { readonly place: string; readonly reason: string }[]
}

interface Step {
  readonly value: Json
  readonly trail: Trail
}

const ROOT: Trail = { up: null, key: '', place: '', shape: '', depth: 0, holder: null }

export function walk(root: Json): Walk {
  const mentions: Mention[] = []
  const limits: { place: string; reason: string }[] = []
  const stack: Step[] = [{ value: root, trail: ROOT }]
  let visited = 0
  let opened = 0
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { value, trail } = step
    if (++visited > MOST_VALUES) {
      limits.push({
        place: trail.place,
        reason: 'the answer holds too many values; the rest was not looked at',
      })
      break
    }
    if (typeof value === 'string') {
      const inner = opened + value.length <= MOST_OPENED ? openJson(value) : undefined
      if (inner === undefined) mentions.push({ text: value, trail, joined: false })
      else {
        opened += value.length
        stack.push({ value: inner, trail: { ...trail, depth: trail.depth + 1 } })
      }
    } else if (typeof value === 'object' && value !== null) {
      if (trail.depth >= DEEPEST) {
        limits.push({ place: trail.place, reason: 'it is nested too deep to be looked at' })
        continue
      }
      if (isList(value) && comesInPieces(value)) {
        visited += value.length
        mentions.push({ text: value.join(''), trail, joined: true })
      } else pushInside(value, trail, stack)
    }
  }
  return { mentions, visited, limits }
}

/** Pushes the members so that the first is taken next. */
function pushInside(value: JsonObject | readonly Json[], trail: Trail, stack: Step[]): void {
  const depth = trail.depth + 1
  if (isList(value)) {
    for (let index = Math.min(value.length, MOST_VALUES) - 1; index >= 0; index--) {
      const place = `${trail.place}/${index}`
      const inner = { up: trail, key: '', place, shape: `${trail.shape}/*`, depth, holder: value }
      stack.push({ value: value[index] ?? null, trail: inner })
    }
    return
  }
  const keys = Object.keys(value)
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at] ?? ''
    const pointer = key.replaceAll('~', '~0').replaceAll('/', '~1')
    const inner = {
      up: trail,
      key,
      place: `${trail.place}/${pointer}`,
      shape: `${trail.shape}/${pointer}`,
      depth,
    }
    stack.push({ value: value[key] ?? null, trail: { ...inner, holder: value } })
  }
}

/** What the text says as JSON, where it is an object, a list, or a text that is JSON once more; else undefined. */
function openJson(text: string): Json | undefined {
  if (text.length > LONGEST_OPENED) return undefined
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
  try {
    const value = JSON.parse(inner) as Json
    return typeof value === 'object' || typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether a list is one text in pieces: only texts, and most of them neither an address nor a file. */
function comesInPieces(value: readonly Json[]): value is readonly string[] {
  if (value.length < LEAST_PIECES) return false
  let pieces = 0
  for (const item of value) {
    if (typeof item !== 'string' || item.length > 2_000) return false
    if (!/^\s*(?:https?:|data:|<svg|[/{[\\]|[a-z][\w+.-]*:\S|\S+\.\w{2,5}$|\S{40})/iu.test(item)) pieces += 1
  }
  return pieces * 2 > value.length
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The nearest object around a value, and the trail of what stands in it. */
export function holderOf(trail: Trail): JsonObject | null {
  return trail.holder === null || Array.isArray(trail.holder) ? null : (trail.holder as JsonObject)
}

/** The trails with a key, from the value up to the root. */
export function* keysUp(trail: Trail): Generator<Trail> {
  for (let at: Trail | null = trail; at; at = at.up) if (at.holder !== null && at.key !== '') yield at
}
