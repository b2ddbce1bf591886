/** What fits at the cursor of the prompt: names of lists, of variables and of the cast, and snippets. The box itself keeps the focus. */
import { useFormatter } from '../../../ui/text.ts'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import styles from './prompt.module.css'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { LIST } from './template.ts'

export interface SuggestionListProps {
  readonly id: string
  readonly completion: ReturnType<typeof useCompletion>
}

export function SuggestionList({ id, completion }: SuggestionListProps) {
  const { items, active, choose, point } = completion
  const { text } = useFormatter()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox's list: the focus stays in the box
    <div id={id} role="listbox" aria-label={text('prompt.suggestions')} className={styles.suggestionList}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
        <div
          key={`${item.kind}:${item.id}`}
          id={optionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> stands in a <select> only
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classNames(parts.option, styles.suggestion, index === active && styles.active)}
          // A press would take the focus out of the box.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => point(index)}
          onClick={() => choose(item)}
        >
          <span className={parts.line}>{item.label}</span>
          <span className={classNames(parts.quiet, parts.line)}>{item.detail}</span>
        </div>
      ))}
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** What is offered at the cursor. `follow` whenever the text or the cursor may have changed; `press` is true for the list's keys. */
export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  suggestions: readonly Suggestion[],
  onChange: (text: string) => void,
) {
  const [place, setPlace] = useState<{ readonly text: string; readonly cursor: number } | null>(null)
  const [active, setActive] = useState(0)
  /** Where Escape was pressed: nothing is offered there again. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const completion = place === null ? null : completionAt(place.text, place.cursor)
  const isOpen = completion !== null && completion.from !== closedAt
  const items = isOpen ? fittingSuggestions(suggestions, completion) : []

  function follow(): void {
    const element = box.current
    if (element === null) return
    const { value: text, selectionStart, selectionEnd } = element
    const next = selectionStart === selectionEnd ? { text, cursor: selectionStart } : null
    if (next?.text === place?.text && next?.cursor === place?.cursor) return
    setPlace(next)
    setActive(0)
    if (next === null || completionAt(next.text, next.cursor)?.from !== closedAt) setClosedAt(null)
  }
  function choose({ insert }: Suggestion): void {
    const element = box.current
    if (element === null || completion === null) return
    const done = complete(element.value, completion, insert)
    // The box takes its text from the form. What is typed next must find the cursor in its place.
    flushSync(() => {
      onChange(done.text)
      setPlace(null)
    })
    element.focus()
    element.setSelectionRange(done.cursor, done.cursor)
  }
  function press(event: KeyboardEvent): boolean {
    if (items.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false
    const chosen = items[active]
    if (event.key === 'ArrowDown') setActive((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((active + items.length - 1) % items.length)
    else if (event.key === 'Escape') setClosedAt(completion?.from ?? null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen !== undefined)
      choose(chosen)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { items, active, follow, press, choose, point: setActive, close: () => setPlace(null) }
}

export interface Completion {
  readonly kind: 'list' | 'variable' | 'snippet' | 'member'
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
const MAX_SUGGESTIONS = 8
const OPEN_LIST = /(?<!\\)__([\p{L}\p{N}/-]?(?:[\p{L}\p{N}/-]|_(?!_)){0,99})$/u
const OPEN_VARIABLE = /(?<!\\)\[\[\s*([\p{L}\p{N} _-]{0,100})$/u
const OPEN_SNIPPET = /(?:^|\s)\/([\p{L}\p{N}_-]{0,100})$/u
const OPEN_MEMBER = /(?<![\p{L}\p{M}\p{N}_@.])@([\p{L}\p{M}\p{N}_-]{0,40})$/u
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
  const member = OPEN_MEMBER.exec(before)
  if (member !== null) return found('member', member[1], 1, ' ')
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
  return [...fitting.filter(starts), ...fitting.filter((one) => !starts(one))].slice(0, MAX_SUGGESTIONS)
}

/** The text with the suggestion in it, and where the cursor goes. */
export function complete(
  text: string,
  { from, to }: Completion,
  insert: string,
): { readonly text: string; readonly cursor: number } {
  return { text: text.slice(0, from) + insert + text.slice(to), cursor: from + insert.length }
}
