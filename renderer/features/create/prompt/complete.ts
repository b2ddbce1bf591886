/** What can be completed where the cursor stands in a prompt, and the text that comes of it. */
import { LIST } from './template.ts'

export interface Completion {
  readonly kind: 'list' | 'variable' | 'snippet'
  /** What has been typed of the name. */
  readonly query: string
  /** Where the opening signs begin. */
  readonly from: number
  readonly to: number
}

export interface Suggestion {
  readonly kind: Completion['kind']
  readonly id: string
  readonly label: string
  /** Beside the name, in quiet words. */
  readonly detail: string
  /** What takes the place of what was typed. */
  readonly insert: string
}

/** Names are at most so long; what stands further before the cursor cannot belong to one. */
const LOOK_BACK = 1_000
const MOST_SUGGESTIONS = 8
const OPEN_LIST = /(?<!\\)__([\p{L}\p{N}/-]?(?:[\p{L}\p{N}/-]|_(?!_)){0,99})$/u
const OPEN_VARIABLE = /(?<!\\)\[\[\s*([\p{L}\p{N} _-]{0,100})$/u
const OPEN_SNIPPET = /(?:^|\s)\/([\p{L}\p{N}_-]{0,100})$/u
const WHOLE_LIST = new RegExp(LIST.source.slice(1), 'gu')

/** Null where the cursor stands in plain text. */
export function completionAt(text: string, cursor: number): Completion | null {
  // Signs that close a list must not look like those that open one.
  const before = text
    .slice(Math.max(0, cursor - LOOK_BACK), cursor)
    .replaceAll(WHOLE_LIST, (whole) => '.'.repeat(whole.length))
  const list = OPEN_LIST.exec(before)
  if (list !== null) return found('list', list[1], 2, '__')
  const variable = OPEN_VARIABLE.exec(before)
  if (variable !== null)
    return found('variable', variable[1], variable[0].length - (variable[1] ?? '').length, ']]')
  const snippet = OPEN_SNIPPET.exec(before)
  return snippet === null ? null : found('snippet', snippet[1], 1, '')

  function found(kind: Completion['kind'], query = '', signs = 0, close = ''): Completion {
    const isClosed = close !== '' && text.startsWith(close, cursor)
    return { kind, query, from: cursor - query.length - signs, to: isClosed ? cursor + close.length : cursor }
  }
}

/** Those that fit, names that begin with the query first. */
export function fittingSuggestions(
  suggestions: readonly Suggestion[],
  { kind, query }: Completion,
): readonly Suggestion[] {
  const wanted = query.trim().toLowerCase()
  const fitting = suggestions.filter(
    (suggestion) => suggestion.kind === kind && suggestion.label.toLowerCase().includes(wanted),
  )
  const starts = (suggestion: Suggestion): boolean => suggestion.label.toLowerCase().startsWith(wanted)
  return [...fitting.filter(starts), ...fitting.filter((one) => !starts(one))].slice(0, MOST_SUGGESTIONS)
}

/** The text with the suggestion in it, and where the cursor goes. */
export function complete(
  text: string,
  { from, to }: Completion,
  insert: string,
): { readonly text: string; readonly cursor: number } {
  return { text: text.slice(0, from) + insert + text.slice(to), cursor: from + insert.length }
}
