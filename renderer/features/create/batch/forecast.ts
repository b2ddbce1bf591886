/** What is asked of the host to tell how long a plan takes, and its answer in numbers that a person would say. */
import type { BatchForecast } from '#contract/queue.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { SEED_KEYS } from './plan-axes.ts'

type ForecastRequests = RouteInput<'queue.forecast'>['requests']

/** Requests that differ in prompt and seed alone take as long as each other: they are asked about together. */
export function forecastRequests(requests: readonly GenerateRequest[]): ForecastRequests {
  const groups = new Map<string, ForecastRequests[number]>()
  for (const { provider, model, mediaType, options } of requests) {
    const rest = Object.fromEntries(Object.entries(options ?? {}).filter(([key]) => !SEED_KEYS.includes(key)))
    const key = JSON.stringify([provider, model, rest])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { provider, model, mediaType, options: rest, count: 1 })
    else group.count += 1
  }
  return Array.from(groups.values())
}

export interface TimeRange {
  readonly unit: 'second' | 'minute' | 'hour'
  readonly from: number
  readonly to: number
}

/** Up to these many milliseconds a time is told in seconds, and in minutes. */
const LONGEST_IN_SECONDS_MS = 90_000
const LONGEST_IN_MINUTES_MS = 90 * 60_000
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 }

/** Both ends in the unit of the later one; null while nothing is known. */
export function timeRange({ p50Ms, p90Ms }: Pick<BatchForecast, 'p50Ms' | 'p90Ms'>): TimeRange | null {
  if (p50Ms === undefined || p90Ms === undefined) return null
  return rangeOf(p50Ms, p90Ms)
}

export function rangeOf(fromMs: number, toMs: number): TimeRange {
  const unit = toMs <= LONGEST_IN_SECONDS_MS ? 'second' : toMs <= LONGEST_IN_MINUTES_MS ? 'minute' : 'hour'
  const round = (ms: number): number => {
    const value = ms / UNIT_MS[unit]
    if (unit === 'hour') return Math.max(0.5, Math.round(value * 2) / 2)
    return Math.max(1, unit === 'second' && value > 10 ? Math.ceil(value / 5) * 5 : Math.ceil(value))
  }
  return { unit, from: round(fromMs), to: Math.max(round(fromMs), round(toMs)) }
}
