/** What fits at the cursor of the prompt: names of lists, of variables, and snippets. The box itself keeps the focus. */
import { useWords } from '../../../ui/text.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { Suggestion } from './complete.ts'
import styles from './suggestion-list.module.css'

export interface SuggestionListProps {
  readonly id: string
  readonly items: readonly Suggestion[]
  readonly active: number
  onChoose(suggestion: Suggestion): void
  onPoint(index: number): void
}

export function SuggestionList({ id, items, active, onChoose, onPoint }: SuggestionListProps) {
  const { text } = useWords()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox's list: the focus stays in the box
    <div id={id} role="listbox" aria-label={text('prompt.suggestions')} className={styles.list}>
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
        <div
          key={`${item.kind}:${item.id}`}
          id={optionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> stands in a <select> only
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classNames(styles.option, index === active && styles.active)}
          // A press would take the focus out of the box.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(index)}
          onClick={() => onChoose(item)}
        >
          <span className={styles.name}>{item.label}</span>
          <span className={styles.detail}>{item.detail}</span>
        </div>
      ))}
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
