/** Days as date fields name them, and the moments at which they begin, in the reader's own time zone. */

/** The day of a moment as YYYY-MM-DD. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of a day given as YYYY-MM-DD, or of one `later`; null where it is none. */
export function startOfDay(day: string, later = 0): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (match === null) return null
  // A year below 100 that the constructor is given is one of the 20th century.
  return new Date(2000, 0).setFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + later)
}

/** The first moment of the day that lies `days` before the day of `now`. */
export function daysAgo(days: number, now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime()
}

export interface TimeRange {
  readonly unit: 'second' | 'minute' | 'hour'
  /** 0: it may be over any moment. */
  readonly from: number
  readonly to: number
}

/** Up to these many milliseconds a time is told in seconds, and in minutes. */
const MAX_IN_SECONDS_MS = 90_000
const MAX_IN_MINUTES_MS = 90 * 60_000
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 }
/** Up to this many seconds every second counts; above, steps of five. */
const EXACT_SECONDS = 10

/** Both ends in the unit of the later one. */
export function timeRange(fromMs: number, toMs: number): TimeRange {
  const unit = toMs <= MAX_IN_SECONDS_MS ? 'second' : toMs <= MAX_IN_MINUTES_MS ? 'minute' : 'hour'
  const round = (ms: number): number => {
    const value = Math.max(0, ms) / UNIT_MS[unit]
    if (unit === 'hour') return Math.ceil(value * 2 - 0.5) / 2
    return unit === 'second' && value > EXACT_SECONDS ? Math.ceil(value / 5) * 5 : Math.ceil(value)
  }
  return { unit, from: round(fromMs), to: Math.max(round(fromMs), round(toMs)) }
}
