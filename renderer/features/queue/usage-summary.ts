/** Turns counts of requests into what is shown: one line for today, and a table of the last days. */
import type { RequestCount, RequestOutcome, RequestUsage } from '#contract/queue.ts'

/** In the order in which they are shown. */
const OUTCOMES = [
  'accepted',
  'rejected',
  'unauthorized',
  'rate_limited',
  'unknown',
  'sending',
  'not_sent',
] as const satisfies readonly RequestOutcome[]

/** What may become of a request that left. */
export type SentOutcome = Exclude<RequestOutcome, 'not_sent'>

export interface OutcomeCount {
  readonly outcome: SentOutcome
  readonly number: number
}

export interface DayUsage {
  /** Requests that left. */
  readonly sent: number
  /** What became of them, without those that occurred never. The numbers add up to `sent`. */
  readonly outcomes: readonly OutcomeCount[]
}

/** The local day of a moment, as YYYY-MM-DD. */
export function localDay(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** All profiles together on one day. */
export function dayUsage(items: readonly RequestCount[], day: string): DayUsage {
  const outcomes = OUTCOMES.filter((outcome) => outcome !== 'not_sent')
    .map((outcome) => ({
      outcome,
      number: sum(items.filter((item) => item.day === day && item.outcome === outcome)),
    }))
    .filter(({ number }) => number > 0)
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
  const days = [...Map.groupBy(items, ({ day }) => day)]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, ofDay]) => ({ day, rows: rowsOf(ofDay) }))
  return { days, outcomes: OUTCOMES.filter((outcome) => items.some((item) => item.outcome === outcome)) }
}

function rowsOf(items: readonly RequestCount[]): readonly UsageRow[] {
  const groups = Map.groupBy(items, ({ profileId, provider, model }) =>
    JSON.stringify([profileId, provider, model]),
  )
  return [...groups].flatMap(([key, members]) => {
    const [first] = members
    if (first === undefined) return []
    const numbers: Partial<Record<RequestOutcome, number>> = {}
    for (const { outcome, number } of members) numbers[outcome] = (numbers[outcome] ?? 0) + number
    return [{ key, profileId: first.profileId, model: first.model, numbers }]
  })
}

/** The counts of every profile in one list. */
export function allItems(byProfile: Readonly<Record<string, RequestUsage>>): readonly RequestCount[] {
  return Object.values(byProfile).flatMap(({ items }) => items)
}

function sum(items: readonly RequestCount[]): number {
  return items.reduce((total, { number }) => total + number, 0)
}
