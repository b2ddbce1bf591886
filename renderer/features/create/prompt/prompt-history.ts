/** Prompts of the past, as the history lists them and as the arrows in an empty box bring them back. */
import type { PastPrompt } from '#contract/prompts.ts'
import { plainPrompt } from './template.ts'
import { type RefObject, useRef } from 'react'
import { useCreate } from '../create-context.ts'

/** One line of the history: a prompt as it was sent, or the template that it came from. */
export interface HistoryRow {
  readonly id: string
  readonly kind: 'sent' | 'template'
  readonly text: string
  /** What comes into the box: a prompt as it was sent must not be expanded once more. */
  readonly fill: string
  readonly past: PastPrompt
}

/** A template stands once, before the first of the prompts that came of it. */
export function historyRows(items: readonly PastPrompt[]): readonly HistoryRow[] {
  const templates = new Set<string>()
  return items.flatMap((past, index) => {
    const sent: HistoryRow = {
      id: `sent:${index}`,
      kind: 'sent',
      text: past.prompt,
      fill: plainPrompt(past.prompt),
      past,
    }
    if (past.template === undefined || templates.has(past.template)) return [sent]
    templates.add(past.template)
    return [
      { id: `template:${index}`, kind: 'template', text: past.template, fill: past.template, past },
      sent,
    ]
  })
}

/** What the arrow keys go through, the newest first, each once. */
export function recallable(items: readonly PastPrompt[]): readonly string[] {
  return Array.from(new Set(items.map(({ prompt, template }) => template ?? plainPrompt(prompt))))
}

/**
 * The text that an arrow brings into the box; null where the arrow only moves the cursor: in a text that is the user's own, and
 * beyond the oldest. Going down from the newest empties the box.
 */
export function recall(texts: readonly string[], current: string, step: 'older' | 'newer'): string | null {
  const at = current === '' ? -1 : texts.indexOf(current)
  if (at === -1 && current !== '') return null
  if (step === 'older') return texts[at + 1] ?? null
  return at === -1 ? null : (texts[at - 1] ?? '')
}

const MAX_RECALLED = 60

/** True where the arrow belongs to the history, and not to the cursor. */
export function useRecall(
  box: RefObject<HTMLTextAreaElement | null>,
  current: string,
  onChange: (text: string) => void,
): (step: 'older' | 'newer') => boolean {
  const { prompting, form } = useCreate()
  const texts = useRef<readonly string[]>([])
  /** What the last arrow brought: a text that was changed since is the user's own. */
  const brought = useRef('')

  function bring(next: string): void {
    brought.current = next
    onChange(next)
  }
  async function begin(): Promise<void> {
    const response = await prompting.history({ mediaType: form.getState().mediaType, limit: MAX_RECALLED })
    if (!response.ok) return
    texts.current = recallable(response.data.items)
    const next = recall(texts.current, '', 'older')
    // Whoever typed meanwhile keeps what was typed.
    if (next !== null && box.current?.value === '') bring(next)
  }
  return (step) => {
    if (current === '') {
      if (step === 'older') void begin()
      return step === 'older'
    }
    if (current !== brought.current) return false
    const next = recall(texts.current, current, step)
    if (next === null) return false
    bring(next)
    return true
  }
}
