/** Where the cursor stands in unfinished JSON: at a key or at a value, of which object, and what is typed of it so far. */
import type { OptionPath, Span } from './json-tree.ts'

export interface CompletionPlace extends Span {
  readonly role: 'key' | 'value'
  /** At a key the object around it, at a value the value itself. */
  readonly path: OptionPath
  /** A colon stands behind already. */
  readonly hasColon: boolean
}

interface Level {
  readonly isObject: boolean
  key: string | null
  place: number
  /** Behind the colon of a member. */
  isBehindColon: boolean
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g

/** Null where nothing can be typed, such as behind a finished value. */
export function placeAt(text: string, position: number): CompletionPlace | null {
  const levels: Level[] = []
  let current: Span | null = null
  /** A value or key that is finished stands before the cursor. */
  let isAfterPart = false
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    const span = { from: match.index, to: match.index + token.length }
    if (span.from >= position) break
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      levels.push({ isObject: token === '{', key: null, place: 0, isBehindColon: false })
      isAfterPart = false
    } else if (token === '}' || token === ']') {
      levels.pop()
      isAfterPart = true
    } else if (token === ',') {
      if (level !== undefined)
        Object.assign(level, { key: null, isBehindColon: false, place: level.place + 1 })
      isAfterPart = false
    } else if (token === ':') {
      if (level !== undefined) level.isBehindColon = true
      isAfterPart = false
    } else if (isUnderCursor(token, span, position)) {
      if (isAfterPart) return null
      current = span
    } else {
      if (level?.isObject === true && !level.isBehindColon) level.key = keyOf(token)
      isAfterPart = true
    }
  }
  return isAfterPart ? null : placeIn(text, levels, current ?? { from: position, to: position })
}

function placeIn(text: string, levels: readonly Level[], span: Span): CompletionPlace | null {
  const level = levels.at(-1)
  if (level === undefined) return null
  const around = levels.slice(0, -1).map(stepOf)
  const hasColon = /^\s*:/.test(text.slice(span.to))
  if (level.isObject && !level.isBehindColon) return { ...span, role: 'key', path: around, hasColon }
  return { ...span, role: 'value', path: [...around, stepOf(level)], hasColon }
}

function stepOf({ isObject, key, place }: Level): string | number {
  return isObject ? (key ?? '') : place
}

/** A string counts up to its closing quote, a word or number while the cursor touches it. */
function isUnderCursor(token: string, { to }: Span, position: number): boolean {
  if (!token.startsWith('"')) return position <= to
  const isClosed = token.length > 1 && token.endsWith('"')
  return isClosed ? position < to : position <= to
}

function keyOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.replaceAll('"', '')
  }
}
