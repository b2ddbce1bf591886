/** A span between two likely times, rounded to what a person would say. */

export interface TimeRange {
  readonly unit: 'second' | 'minute' | 'hour'
  /** 0: it may be over any moment. */
  readonly from: number
  readonly to: number
}

/** Up to these many milliseconds a time is told in seconds, and in minutes. */
const LONGEST_IN_SECONDS_MS = 90_000
const LONGEST_IN_MINUTES_MS = 90 * 60_000
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000 }
/** Up to this many seconds every second counts; above, steps of five. */
const EXACT_SECONDS = 10

/** Both ends in the unit of the later one. */
export function timeRange(fromMs: number, toMs: number): TimeRange {
  const unit = toMs <= LONGEST_IN_SECONDS_MS ? 'second' : toMs <= LONGEST_IN_MINUTES_MS ? 'minute' : 'hour'
  const round = (ms: number): number => {
    const value = Math.max(0, ms) / UNIT_MS[unit]
    if (unit === 'hour') return Math.ceil(value * 2 - 0.5) / 2
    return unit === 'second' && value > EXACT_SECONDS ? Math.ceil(value / 5) * 5 : Math.ceil(value)
  }
  return { unit, from: round(fromMs), to: Math.max(round(fromMs), round(toMs)) }
}
