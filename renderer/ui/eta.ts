/** When a running task is likely to finish, as a rounded range. */
import type { Task } from '#contract/tasks.ts'

export interface EtaRange {
  readonly unit: 'second' | 'minute'
  /** 0: it may finish any moment. */
  readonly from: number
  readonly to: number
}

/** A longer time is given in minutes. */
const LONGEST_IN_SECONDS = 90
/** Up to this many seconds every second counts; above, steps of five. */
const EXACT_SECONDS = 10

/** null once the later end of the range has passed. */
export function etaRange({ p50At, p90At }: NonNullable<Task['eta']>, now: number): EtaRange | null {
  const [from, to] = [Math.max(0, p50At - now) / 1_000, (p90At - now) / 1_000]
  if (to <= 0) return null
  if (to <= LONGEST_IN_SECONDS) return { unit: 'second', from: roundSeconds(from), to: roundSeconds(to) }
  return { unit: 'minute', from: Math.round(from / 60), to: Math.max(1, Math.round(to / 60)) }
}

function roundSeconds(seconds: number): number {
  return seconds <= EXACT_SECONDS ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5
}
