/** Asks the host about something that may change with every key, once it has stood still for a moment. */
import { useEffect, useState } from 'react'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { useHost } from '../../bridge/host.tsx'
import { useLatestCallback } from '#renderer/ui/use-delayed.ts'

const STILL_MS = 300

/**
 * What the host said last, and whether it is about `question` as it is now; null asks nothing. Questions are told apart by
 * their JSON. After a failure nothing is said but `problem`. Asked again when `version` changes; until then what was said stands.
 */
export function useSettledQuery<Question, Data>(
  question: Question | null,
  ask: (bridge: Bridge, question: Question) => Promise<RenderedResult<Data>>,
  version = 0,
): {
  readonly data: Data | null
  readonly problem: RenderedFailure | null
  readonly isCurrent: boolean
} {
  const { bridge } = useHost()
  const key = question === null ? null : JSON.stringify(question)
  const [told, setTold] = useState<{ readonly key: string; readonly response: RenderedResult<Data> } | null>(
    null,
  )
  const latest = useLatestCallback(ask)
  useEffect(() => {
    if (key === null) return
    let isLeft = false
    async function find(query: string): Promise<void> {
      const response = await latest(bridge, JSON.parse(query) as Question)
      if (!isLeft) setTold({ key: query, response })
    }
    const timer = setTimeout(() => void find(key), STILL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is known changes with it, and not the question
  }, [bridge, key, latest, version])
  const response = told?.response
  return {
    data: response?.ok === true ? response.data : null,
    problem: response?.ok === false ? response.error : null,
    isCurrent: key !== null && told?.key === key,
  }
}
