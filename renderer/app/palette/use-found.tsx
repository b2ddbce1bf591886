/** What the host finds for the palette: assets, and prompts of the past. */
import { useEffect, useState } from 'react'
import { Thumb } from '../../bridge/thumb.tsx'
import { useAnswer } from '../../bridge/use-call.ts'
import { historyRows } from '../../features/create/prompt/prompt-history.ts'
import { mediaTypeOf } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import type { Services } from '../services.ts'
import { type Entry, MOST_LISTED } from './arrange.ts'
import styles from './palette.module.css'

/** So long the words stand still before the host is asked. */
const STILL_MS = 120

export function useFound({ router, reuse, form }: Services, typed: string) {
  const { text } = useWords()
  const asked = useSettled(typed)
  const question = asked === '' ? null : { text: asked, limit: MOST_LISTED }
  const assets = useAnswer('library.query', question && { ...question, sort: 'relevance' })
  const prompts = useAnswer('prompts.history', question)
  if (typed === '') return { entries: [], isSearching: false, problem: null }
  const problem = assets.error ?? prompts.error
  // Both at once: the cursor is on the first, which must not become another one.
  const isAnswered = [assets, prompts].every(({ data, error }) => data !== null || error !== null)
  if (!isAnswered) return { entries: [], isSearching: true, problem: null }
  const found: readonly Entry[] = (assets.data?.items ?? []).map(({ id, kind, title, prompt, model }) => ({
    id: `asset:${id}`,
    group: 'assets',
    name: title || prompt || text('gallery.untitled'),
    detail: model,
    picture: <Thumb id={id} kind={kind} name="" className={styles.thumb} />,
    run: () => router.go('gallery', id),
  }))
  const past: readonly Entry[] = historyRows(prompts.data?.items ?? []).map((row) => ({
    id: `prompt:${row.id}`,
    group: 'prompts',
    name: row.text,
    detail: text(`media.${mediaTypeOf(row.past.mediaType)}`),
    run() {
      router.go('create')
      reuse.getState().write(mediaTypeOf(row.past.mediaType), { prompt: row.fill })
      form.getState().focusPrompt()
    },
  }))
  return {
    entries: [...found, ...past],
    isSearching: problem === null && asked !== typed,
    problem: problem?.message ?? null,
  }
}

/** The words once they have stood still for a moment. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), STILL_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}
