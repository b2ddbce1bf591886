/** Turns counts of requests into what is shown: one line for today, and a table of the last days. */
import type { RequestCount, RequestOutcome } from '#contract/queue.ts'

/** What may become of a request that left, in the order in which it is shown. */
const SENT = ['accepted', 'rejected', 'unauthorized', 'rate_limited', 'unknown', 'sending'] as const
const OUTCOMES: readonly RequestOutcome[] = [...SENT, 'denied', 'not_sent']

export interface DayUsage {
  /** Requests that left. */
  readonly sent: number
  /** What became of them, without those that occurred never. The numbers add up to `sent`. */
  readonly outcomes: readonly { readonly outcome: (typeof SENT)[number]; readonly number: number }[]
}

/** All profiles together on one day. */
export function dayUsage(items: readonly RequestCount[], day: string): DayUsage {
  const ofDay = items.filter((item) => item.day === day)
  const outcomes = SENT.map((outcome) => ({ outcome, number: numberOf(ofDay, outcome) })).filter(
    ({ number }) => number > 0,
  )
  return { outcomes, sent: outcomes.reduce((total, { number }) => total + number, 0) }
}

export interface UsageRow {
  readonly key: string
  readonly profileId: string
  readonly model: string
  readonly numbers: Readonly<Partial<Record<RequestOutcome, number>>>
}

export interface UsageTable {
  /** The outcomes that occur, which are the table's columns. */
  readonly outcomes: readonly RequestOutcome[]
  /** Newest day first. */
  readonly days: readonly { readonly day: string; readonly rows: readonly UsageRow[] }[]
}

export function usageTable(items: readonly RequestCount[]): UsageTable {
  const outcomes = OUTCOMES.filter((outcome) => items.some((item) => item.outcome === outcome))
  const days = [...Map.groupBy(items, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? 1 : -1))
  return { outcomes, days: days.map(([day, ofDay]) => ({ day, rows: rowsOf(ofDay) })) }
}

function rowsOf(items: readonly RequestCount[]): readonly UsageRow[] {
  const groups = Map.groupBy(items, ({ profileId, provider, model }) =>
    JSON.stringify([profileId, provider, model]),
  )
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (first === undefined) return []
    const outcomes = new Set(members.map(({ outcome }) => outcome))
    const numbers = Object.fromEntries([...outcomes].map((outcome) => [outcome, numberOf(members, outcome)]))
    return [{ key, profileId: first.profileId, model: first.model, numbers }]
  })
}

function numberOf(items: readonly RequestCount[], wanted: RequestOutcome): number {
  return items.reduce((total, { outcome, number }) => total + (outcome === wanted ? number : 0), 0)
}
