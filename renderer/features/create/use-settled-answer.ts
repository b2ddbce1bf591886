/** Asks the host about something that may change with every key, once it has stood still for a moment. */
import { useEffect, useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { useHost } from '../../bridge/host.tsx'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'

const STILL_MS = 300

/**
 * The last answer, and whether it is the one to `question` as it is now; null asks nothing. Questions are told apart by their
 * JSON. An answer that is a failure counts as none.
 */
export function useSettledAnswer<Question, Answer>(
  question: Question | null,
  ask: (bridge: Bridge, question: Question) => Promise<Result<Answer>>,
): { readonly answer: Answer | null; readonly isCurrent: boolean } {
  const { bridge } = useHost()
  const key = question === null ? null : JSON.stringify(question)
  const [told, setTold] = useState<{ readonly key: string; readonly answer: Answer | null } | null>(null)
  const latest = useLatestCallback(ask)
  useEffect(() => {
    if (key === null) return
    let isLeft = false
    async function find(asked: string): Promise<void> {
      const response = await latest(bridge, JSON.parse(asked) as Question)
      if (!isLeft) setTold({ key: asked, answer: response.ok ? response.data : null })
    }
    const timer = setTimeout(() => void find(key), STILL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [bridge, key, latest])
  return { answer: told?.answer ?? null, isCurrent: key !== null && told?.key === key }
}
