/** The history's pages for what is searched for, while its list is open. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/errors.ts'
import type { PastPrompt } from '#contract/prompts.ts'
import type { Prompting } from './prompting.ts'

export interface HistoryView {
  readonly items: readonly PastPrompt[]
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  readonly hasMore: boolean
  loadMore(): void
}

const PAGE = 60
/** Long enough not to ask at every key, short enough not to be noticed. */
const TYPING_WAIT_MS = 120

export function useHistory(prompting: Prompting, query: string): HistoryView {
  const [items, setItems] = useState<readonly PastPrompt[]>([])
  const [cursor, setCursor] = useState<string | null>(null)
  const [phase, setPhase] = useState<HistoryView['phase']>('loading')
  const [error, setError] = useState<Failure | null>(null)
  /** Answers to older questions come to nothing. */
  const asked = useRef(0)

  const load = useCallback(
    async (text: string, from: string | null): Promise<void> => {
      const mine = ++asked.current
      const answer = await prompting.history({
        ...(text === '' ? {} : { text }),
        ...(from === null ? {} : { cursor: from }),
        limit: PAGE,
      })
      if (mine !== asked.current) return
      setError(answer.ok ? null : answer.error)
      setPhase(answer.ok ? 'ready' : 'failed')
      if (!answer.ok) return
      setItems((before) => (from === null ? answer.data.items : [...before, ...answer.data.items]))
      setCursor(answer.data.nextCursor)
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
