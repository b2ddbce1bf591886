/** How long requests would take, learned from the tasks that have ended: asked again with each that ends. */
import type { BatchForecast } from '#contract/queue.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHostState } from '../../../bridge/host.tsx'
import { useSettledQuery } from '../use-settled-query.ts'
import { SEED_KEYS } from './plan-axes.ts'

type ForecastRequests = RouteInput<'queue.forecast'>['requests']

/** null while it is not known. What is told belongs to the requests given, never to those before them. */
export function useForecast(requests: ForecastRequests | null): BatchForecast | null {
  const saved = useHostState('queue', ({ queue }) => queue?.counts.saved ?? 0)
  const { data, isCurrent } = useSettledQuery(
    requests,
    (bridge, asked) => bridge.call('queue.forecast', { requests: asked }),
    saved,
  )
  return isCurrent ? data : null
}

/** What is asked of the host: requests that differ in prompt and seed alone take as long as each other. */
export function forecastRequests(requests: readonly GenerateRequest[]): ForecastRequests {
  const groups = new Map<string, ForecastRequests[number]>()
  for (const { provider, model, mediaType, scene, options } of requests) {
    const rest = Object.fromEntries(Object.entries(options ?? {}).filter(([key]) => !SEED_KEYS.includes(key)))
    const key = JSON.stringify([provider, model, scene, rest])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { provider, model, mediaType, scene, options: rest, count: 1 })
    else group.count += 1
  }
  return Array.from(groups.values())
}
