/** How long a plan would take, asked of the host once the form stands still for a moment. */
import { useEffect, useMemo, useState } from 'react'
import type { BatchForecast } from '#contract/queue.ts'
import { useHost } from '../../../bridge/host.tsx'
import type { Obstacle, Plan } from '../build-requests.ts'
import { forecastRequests } from './forecast.ts'

const STILL_MS = 300

/** null while it is not known. What is told belongs to the plan given, never to one before it. */
export function useForecast(plan: Plan | Obstacle): BatchForecast | null {
  const { bridge } = useHost()
  // The prompt changes with every key, and what is asked does not.
  const question = useMemo(
    () => ('requests' in plan ? JSON.stringify(forecastRequests(plan.requests)) : null),
    [plan],
  )
  const [answered, setAnswered] = useState<{ question: string; forecast: BatchForecast } | null>(null)
  useEffect(() => {
    if (question === null) return
    let isLeft = false
    async function ask(asked: string): Promise<void> {
      const requests = JSON.parse(asked) as ReturnType<typeof forecastRequests>
      const answer = await bridge.call('queue.forecast', { requests })
      if (!isLeft && answer.ok) setAnswered({ question: asked, forecast: answer.data })
    }
    const timer = setTimeout(() => void ask(question), STILL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [bridge, question])
  return answered !== null && answered.question === question ? answered.forecast : null
}
