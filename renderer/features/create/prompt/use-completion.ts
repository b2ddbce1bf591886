/** Completes names at the cursor of the prompt box: what to offer, and what the keys do with it. */
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { complete, completionAt, fittingSuggestions, type Suggestion } from './complete.ts'

export interface CompletionState {
  readonly items: readonly Suggestion[]
  readonly active: number
  /** Call it whenever the text or the cursor may have changed. */
  follow(): void
  /** True where the key belonged to the list. */
  press(event: KeyboardEvent): boolean
  choose(suggestion: Suggestion): void
  point(index: number): void
  close(): void
}

interface Place {
  readonly text: string
  readonly cursor: number
}

export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  suggestions: readonly Suggestion[],
  onChange: (text: string) => void,
): CompletionState {
  const [place, setPlace] = useState<Place | null>(null)
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
    onChange(done.text)
    setPlace(null)
    // The box takes its text from the form, which renders first.
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(done.cursor, done.cursor)
    })
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
