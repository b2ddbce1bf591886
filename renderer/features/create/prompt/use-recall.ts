/** The arrow keys bring prompts of the past back into an empty box, as a shell does. */
import { useRef, type RefObject } from 'react'
import type { MediaType } from '#contract/rules/media.ts'
import { recall, recallable } from './past-prompts.ts'
import type { Prompting } from './prompting.ts'

const MOST_RECALLED = 60

/** True where the arrow belongs to the history, and not to the cursor. */
export function useRecall(
  prompting: Prompting,
  media: MediaType,
  box: RefObject<HTMLTextAreaElement | null>,
  current: string,
  onChange: (text: string) => void,
): (step: 'older' | 'newer') => boolean {
  const texts = useRef<readonly string[]>([])
  /** What the last arrow brought: a text that was changed since is the user's own. */
  const brought = useRef('')

  function bring(next: string): void {
    brought.current = next
    onChange(next)
  }
  async function begin(): Promise<void> {
    const answer = await prompting.history({ mediaType: media, limit: MOST_RECALLED })
    if (!answer.ok) return
    texts.current = recallable(answer.data.items)
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
