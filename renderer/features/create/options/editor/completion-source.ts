/** Offers keys and values of the model's options to the editor. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { completeKeys, completeValues, type OptionCompletion } from './completions.ts'
import { nodeAt, type OptionPath, readTree, type Span } from '../json-tree.ts'
import type { OptionKnowledge } from '../know-options.ts'

export interface CompletionWords {
  readonly initial: string
  readonly required: string
}

export function completeOptions(
  context: CompletionContext,
  knowledge: OptionKnowledge,
  words: CompletionWords,
): CompletionResult | null {
  const text = context.state.doc.toString()
  const place = placeAt(text, context.pos)
  if (place === null || (!context.explicit && place.from === place.to)) return null
  const found =
    place.role === 'key'
      ? completeKeys(knowledge, place.path, presentKeys(text, place))
      : completeValues(knowledge, place.path)
  const typed = text.slice(place.from, context.pos).replaceAll('"', '').toLowerCase()
  const detailOf = ({ isInitial, isRequired }: OptionCompletion): string | undefined =>
    isInitial === true ? words.initial : isRequired === true ? words.required : undefined
  return {
    from: place.from,
    to: Math.max(place.to, context.pos),
    // The quotes belong to what is completed: the editor's own search would look for them too.
    filter: false,
    options: found
      .filter(({ text: offered }) => offered.toLowerCase().includes(typed))
      .map((completion): Completion => {
        const detail = detailOf(completion)
        return {
          label: completion.text,
          type: place.role === 'key' ? 'property' : 'constant',
          ...(detail === undefined ? {} : { detail }),
          ...(completion.description === undefined ? {} : { info: completion.description }),
          ...(place.role === 'key' && !place.hasColon ? { apply: applyKey } : {}),
        }
      }),
  }
}

/** A key brings its colon, and its values are offered next. */
function applyKey(view: EditorView, completion: Completion, from: number, to: number): void {
  view.dispatch({
    ...insertCompletionText(view.state, `${completion.label}: `, from, to),
    annotations: pickedCompletion.of(completion),
  })
  startCompletion(view)
}

/** The keys of the object around the cursor, without the one that is being typed. */
function presentKeys(text: string, { path, from }: CompletionPlace): ReadonlySet<string> {
  const node = nodeAt(readTree(text).root, path)
  const members = node?.kind === 'object' ? node.members : []
  return new Set(members.filter((member) => member.name.from !== from).map(({ key }) => key))
}

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
