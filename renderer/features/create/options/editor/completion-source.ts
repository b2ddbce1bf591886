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
import { getLocation } from 'jsonc-parser'
import type { OptionKnowledge } from '../know-options.ts'
import type { OptionPath } from '../options-text.ts'
import { keyOf, membersOf, nodeAt, readTree, spanOf, type Span } from '../options-tree.ts'

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
  const members = membersOf(nodeAt(readTree(text), path))
  return new Set(members.filter(({ offset }) => offset !== from).map(keyOf))
}

/** Where the cursor stands in unfinished JSON, and what is typed of the key or the value there. */
export interface CompletionPlace extends Span {
  readonly role: 'key' | 'value'
  /** At a key the object around it, at a value the value itself. */
  readonly path: OptionPath
  /** A colon stands behind already. */
  readonly hasColon: boolean
}

/** Null where nothing can be typed, such as behind a finished value. */
export function placeAt(text: string, position: number): CompletionPlace | null {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, position)
  if (path.length === 0) return null
  const typed = previousNode === undefined ? null : spanOf(previousNode)
  if (typed !== null && isFinished(text.slice(typed.from, typed.to), typed, position)) return null
  const word = /[^\s"{}[\],:]*$/.exec(text.slice(0, position))?.[0] ?? ''
  const span = typed ?? { from: position - word.length, to: position }
  const hasColon = /^\s*:/.test(text.slice(span.to))
  return isAtPropertyKey
    ? { ...span, role: 'key', path: path.slice(0, -1), hasColon }
    : { ...span, role: 'value', path, hasColon }
}

/** A text is finished behind its closing quote, a word or a number behind its last character. */
function isFinished(token: string, { to }: Span, position: number): boolean {
  const isClosed = token.startsWith('"') && token.length > 1 && token.endsWith('"')
  return isClosed ? position >= to : position > to
}
