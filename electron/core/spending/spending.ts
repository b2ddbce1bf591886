/**
 * Ties what is spent together: the ledger, prices, estimates and what is left of caps, and says when they changed.
 *
 * Whether a task waits because of a cap is the queue's business.
 */
import type { Settings } from '#contract/settings.ts'
import { addTo, amountsOf, type PricedPer, type Sums, times } from '#contract/rules/money.ts'
import type { Amount, Estimate, EstimateRequest } from '#contract/spending.ts'
import type { Context } from '../context/context.ts'
import { createAnnouncer } from '../calls/events.ts'
import type { Billing } from '../service/service-api.ts'
import type { Calendar } from './calendar.ts'
import { createCaps } from './caps.ts'
import { createLedger } from './ledger.ts'
import { createPrices, type PricedRequest } from './prices.ts'
import { countRequests, querySpending, spentSince, type SpendingQuery } from './spending-queries.ts'

/** Changes within this time are announced together. */
const TOGETHER_MS = 250
const DAY_MS = 24 * 60 * 60_000

interface SpendingDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  readonly calendar: Calendar
  readonly settings: () => Settings['queue']
  /** Whether the service of a profile charges nothing for a model, or for any. */
  readonly isFree: (profileId: string, model?: string) => boolean
  readonly billing: (profileId: string) => Billing | null
  /** Whether it is the bundled sample, whose credits are no money. */
  readonly isSample: (profileId: string) => boolean
}

export type Spending = ReturnType<typeof createSpending>

export function createSpending(deps: SpendingDeps) {
  const { db, clock, calendar, events, isFree } = deps
  const prices = createPrices(deps)
  const announcer = createAnnouncer(clock, TOGETHER_MS)
  announcer.start(() => events.emit('spending.changed', {}))
  const today = (of: { readonly profileId: string }) => spentSince(db, of, calendar.startOfDay(clock.now()))
  const caps = createCaps({ ...deps, prices, today })
  const ledger = createLedger({ ...deps, prices, caps, onChange: announcer.mark })
  return {
    ledger,
    caps,
    prices: prices.list,
    setPrice: (profileId: string, of: PricedRequest, amount: Amount | null, per: PricedPer): void => {
      prices.set(profileId, of, amount, per)
      announcer.mark()
    },
    query: (query: SpendingQuery) => querySpending(db, query),
    count: (profileId: string, days: number) => countRequests(deps, profileId, days),
    today,
    /** Of an agent, in the last 24 hours: no calendar, which whoever starts a host could choose. */
    lastDay: (agentId: string) => spentSince(db, { agentId }, clock.now() - DAY_MS + 1),
    estimate: (profileId: string, requests: readonly EstimateRequest[]): Estimate => {
      const sums: Sums = new Map()
      let unpriced = 0
      for (const { count, ...request } of requests) {
        const price = prices.expected(profileId, request)
        if (price?.amount) addTo(sums, price.amount.unit, times(price.amount.millionths, count))
        else if (!price) unpriced += count
      }
      return {
        requests: requests.reduce((sum, { count }) => sum + count, 0),
        amounts: amountsOf(sums),
        unpriced,
        isFree: requests.every(({ model }) => isFree(profileId, model)) || deps.isSample(profileId),
        left: caps.left(profileId),
      }
    },
    close: announcer.close,
  }
}
