/** Prompts of the past: searched as one types, with the template beside what was sent of it. */
import '../../../locales/create.ts'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { useModelLabel } from '#renderer/bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useCopyText } from '#renderer/ui/copy-button.tsx'
import { type MenuPlace, useContextMenu } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { rowKeyAt } from '../../../ui/row-key.ts'
import { useFormatter } from '../../../ui/text.ts'
import { foundFor } from '../../../ui/typed-words.ts'
import { useNow } from '../../../ui/use-now.ts'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import parts from '../../../ui/parts.module.css'
import styles from './prompt.module.css'
import u from '#renderer/ui/utilities.module.css'
import { type HistoryRow, historyRows } from './prompt-history.ts'
import { useCreate } from '../create-context.ts'
import type { PastPrompt } from '#contract/prompts.ts'

export function HistorySearch({ onChoose }: { onChoose(text: string): void }) {
  const { text } = useFormatter()
  const [query, setQuery] = useState('')
  const { items, isCurrent, isReady, problem, cursor, loadMore } = useHistory(query)
  const rows = useMemo(
    () => foundFor(query, { items: historyRows(items), isCurrent }, (row) => row.text),
    [query, items, isCurrent],
  )
  const copyText = useCopyText()
  const { menu, open } = useContextMenu<'use' | 'copy'>()
  function openAt(place: MenuPlace, key: string | null | undefined): void {
    const row = rows.find(({ id }) => id === key)
    if (row === undefined) return
    open(place, {
      label: row.text,
      items: [
        { id: 'use', label: text('prompt.history.use') },
        { id: 'copy', label: text('action.copyPrompt') },
      ],
      onChoose: (id) => (id === 'use' ? onChoose(row.fill) : void copyText(row.fill)),
    })
  }
  /** The focus stays in the box while the arrows go through the list. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    const active = event.currentTarget.querySelector<HTMLElement>('[role=option][data-focused]')
    if (active === null) return
    const { left, bottom } = active.getBoundingClientRect()
    const preventDefault = (): void => event.preventDefault()
    openAt({ clientX: left + 12, clientY: bottom, preventDefault }, active.dataset['key'])
  }
  return (
    <div role="presentation" className={parts.contents} onKeyDownCapture={onKeyDown}>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={text('prompt.history.search')} {...{ autoFocus: true }}>
          <Input
            className={classNames(INPUT_FRAME, parts.search)}
            placeholder={text('prompt.history.search')}
          />
        </SearchField>
        <div
          role="presentation"
          className={parts.contents}
          onContextMenu={(event) => openAt(event, rowKeyAt(event))}
        >
          <ListBox
            aria-label={text('prompt.history')}
            className={classNames(parts.list, styles.history)}
            items={rows}
            onAction={(id) => {
              const row = rows.find((one) => one.id === id)
              if (row !== undefined) onChoose(row.fill)
            }}
            renderEmptyState={() => (
              <p className={parts.quiet}>
                {isReady && isCurrent
                  ? text(query === '' ? 'prompt.history.empty' : 'prompt.history.none', { query })
                  : (problem ?? text('prompt.history.reading'))}
              </p>
            )}
          >
            {(row) => <HistoryOption row={row} />}
          </ListBox>
        </div>
      </Autocomplete>
      {menu}
      <Problem message={items.length > 0 ? problem : null} />
      {cursor !== null && isCurrent && (
        <Button kind="quiet" onPress={loadMore}>
          {text('prompt.history.more')}
        </Button>
      )}
    </div>
  )
}

function HistoryOption({ row }: { readonly row: HistoryRow }) {
  const { text, ago } = useFormatter()
  const now = useNow(60_000)
  const { provider, model, usedAt, uses } = row.past
  const labelOf = useModelLabel()
  return (
    <ListBoxItem id={row.id} textValue={row.text} className={classNames(parts.option, parts.stack)}>
      <span className={parts.lines}>{row.text}</span>
      <span className={parts.quiet}>
        {row.kind === 'template' ? (
          <span className={classNames(u.strong, u.medium)}>{text('prompt.history.template')}</span>
        ) : (
          text('prompt.history.sent', { model: labelOf(model, provider), ago: ago(usedAt, now), uses })
        )}
      </span>
    </ListBoxItem>
  )
}

const PAGE = 60
/** Long enough not to ask at every key, short enough not to be noticed. */
const TYPING_WAIT_MS = 120

interface History {
  /** What they were found for. */
  readonly query: string
  readonly items: readonly PastPrompt[]
  readonly cursor: string | null
  readonly isReady: boolean
  readonly problem: string | null
}

function useHistory(query: string): History & { readonly isCurrent: boolean; loadMore(): void } {
  const { prompting } = useCreate()
  const [history, setHistory] = useState<History>({
    query: '',
    items: [],
    cursor: null,
    isReady: false,
    problem: null,
  })
  /** What was told about an older query comes to nothing. */
  const queries = useRef(0)
  const load = useCallback(
    async (text: string, cursor: string | null): Promise<void> => {
      const mine = ++queries.current
      const response = await prompting.history({
        ...(text === '' ? {} : { text }),
        ...(cursor === null ? {} : { cursor }),
        limit: PAGE,
      })
      if (mine !== queries.current) return
      setHistory((before) => {
        if (!response.ok) return { ...before, isReady: false, problem: response.error.message }
        const { items, nextCursor } = response.data
        const all = cursor === null ? items : [...before.items, ...items]
        return { query: text, items: all, cursor: nextCursor, isReady: true, problem: null }
      })
    },
    [prompting],
  )
  useEffect(() => {
    const timer = setTimeout(() => void load(query.trim(), null), query === '' ? 0 : TYPING_WAIT_MS)
    return () => clearTimeout(timer)
  }, [load, query])
  const text = query.trim()
  return { ...history, isCurrent: history.query === text, loadMore: () => void load(text, history.cursor) }
}
