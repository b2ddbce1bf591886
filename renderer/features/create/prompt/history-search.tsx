/** Prompts of the past: searched as one types, with the template beside what was sent of it. */
import { useMemo, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from './history-search.module.css'
import { historyRows, type HistoryRow } from './past-prompts.ts'
import type { Prompting } from './prompting.ts'
import { useHistory } from './use-history.ts'

export interface HistorySearchProps {
  readonly prompting: Prompting
  onChoose(text: string): void
}

export function HistorySearch({ prompting, onChoose }: HistorySearchProps) {
  const { text } = useWords()
  const [query, setQuery] = useState('')
  const { items, phase, error, hasMore, loadMore } = useHistory(prompting, query)
  const rows = useMemo(() => historyRows(items), [items])
  return (
    <>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={text('prompt.history.search')} {...{ autoFocus: true }}>
          <Input className={classNames(styles.search)} placeholder={text('prompt.history.search')} />
        </SearchField>
        <ListBox
          aria-label={text('prompt.history')}
          className={classNames(styles.list)}
          items={rows}
          onAction={(id) => {
            const row = rows.find((one) => one.id === id)
            if (row !== undefined) onChoose(row.fill)
          }}
          renderEmptyState={() =>
            phase === 'ready' && (
              <p className={styles.quiet}>
                {text(query === '' ? 'prompt.history.empty' : 'prompt.history.none', { query })}
              </p>
            )
          }
        >
          {(row) => <HistoryOption row={row} />}
        </ListBox>
      </Autocomplete>
      <Problem words={error?.message} />
      {hasMore && (
        <Button kind="quiet" onPress={loadMore}>
          {text('prompt.history.more')}
        </Button>
      )}
    </>
  )
}

function HistoryOption({ row }: { readonly row: HistoryRow }) {
  const { text, ago } = useWords()
  const now = useNow(60_000)
  const { model, usedAt, uses } = row.past
  return (
    <ListBoxItem id={row.id} textValue={row.text} className={classNames(styles.option)}>
      <span className={styles.text}>{row.text}</span>
      <span className={styles.quiet}>
        {row.kind === 'template' ? (
          <span className={styles.tag}>{text('prompt.history.template')}</span>
        ) : (
          text('prompt.history.sent', { model, ago: ago(usedAt, now), uses })
        )}
      </span>
    </ListBoxItem>
  )
}
