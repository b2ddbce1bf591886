/** Prompts of the past: searched as one types, with the template beside what was sent of it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import parts from '../../../ui/parts.module.css'
import styles from './prompt.module.css'
import { type HistoryRow, historyRows } from './prompt-history.ts'
import { useCreate } from '../create-context.ts'
import type { Failure } from '#contract/errors.ts'
import type { PastPrompt } from '#contract/prompts.ts'

export function HistorySearch({ onChoose }: { onChoose(text: string): void }) {
  const { text } = useWords()
  const [query, setQuery] = useState('')
  const { items, phase, error, hasMore, loadMore } = useHistory(query)
  const rows = useMemo(() => historyRows(items), [items])
  return (
    <>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={text('prompt.history.search')} {...{ autoFocus: true }}>
          <Input className={classNames(parts.search)} placeholder={text('prompt.history.search')} />
        </SearchField>
        <ListBox
          aria-label={text('prompt.history')}
          className={classNames(parts.list, styles.history)}
          items={rows}
          onAction={(id) => {
            const row = rows.find((one) => one.id === id)
            if (row !== undefined) onChoose(row.fill)
          }}
          renderEmptyState={() =>
            phase === 'ready' && (
              <p className={parts.quiet}>
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
    <ListBoxItem id={row.id} textValue={row.text} className={classNames(parts.option, styles.past)}>
      <span className={parts.lines}>{row.text}</span>
      <span className={parts.quiet}>
        {row.kind === 'template' ? (
          <span className={styles.tag}>{text('prompt.history.template')}</span>
        ) : (
          text('prompt.history.sent', { model, ago: ago(usedAt, now), uses })
        )}
      </span>
    </ListBoxItem>
  )
}

interface HistoryView {
  readonly items: readonly PastPrompt[]
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  readonly hasMore: boolean
  loadMore(): void
}

const PAGE = 60
/** Long enough not to ask at every key, short enough not to be noticed. */
const TYPING_WAIT_MS = 120

function useHistory(query: string): HistoryView {
  const { prompting } = useCreate()
  const [items, setItems] = useState<readonly PastPrompt[]>([])
  const [cursor, setCursor] = useState<string | null>(null)
  const [phase, setPhase] = useState<HistoryView['phase']>('loading')
  const [error, setError] = useState<Failure | null>(null)
  /** Answers to older questions come to nothing. */
  const asked = useRef(0)

  const load = useCallback(
    async (text: string, from: string | null): Promise<void> => {
      const mine = ++asked.current
      const response = await prompting.history({
        ...(text === '' ? {} : { text }),
        ...(from === null ? {} : { cursor: from }),
        limit: PAGE,
      })
      if (mine !== asked.current) return
      setError(response.ok ? null : response.error)
      setPhase(response.ok ? 'ready' : 'failed')
      if (!response.ok) return
      setItems((before) => (from === null ? response.data.items : [...before, ...response.data.items]))
      setCursor(response.data.nextCursor)
    },
    [prompting],
  )
  useEffect(() => {
    const timer = setTimeout(() => void load(query.trim(), null), query === '' ? 0 : TYPING_WAIT_MS)
    return () => clearTimeout(timer)
  }, [load, query])
  return {
    items,
    phase,
    error,
    hasMore: cursor !== null,
    loadMore: () => void (cursor !== null && load(query.trim(), cursor)),
  }
}
