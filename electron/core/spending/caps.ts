/**
 * The user's own caps on a profile, in requests and in money a day, and whether a request fits under them.
 *
 * What may have cost something counts: what was accepted, what is under way, and what is not decided. A request whose price is not
 * known, or not in the cap's unit, never fits under a cap on money.
 */
import { message, type Message } from '#contract/messages/message.ts'
import type { Settings } from '#contract/settings.ts'
import { amountOf, minus, type Money, plus, roundedDown } from '#contract/rules/money.ts'
import type { Amount, Estimate } from '#contract/spending.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import type { Calendar } from './calendar.ts'
import { pricedRequest, type Prices } from './prices.ts'
import type { Spent } from './spending-queries.ts'

interface CapDeps {
  readonly clock: Clock
  readonly calendar: Pick<Calendar, 'nextDay'>
  readonly settings: () => Settings['queue']
  /** Nothing is charged for the model, or for any: no cap counts. */
  readonly isFree: (profileId: string, model?: string) => boolean
  readonly prices: Pick<Prices, 'expected'>
  readonly today: (of: { readonly profileId: string }) => Spent
}

/** Why a request waits; `untilMs` is Infinity where another day changes nothing. */
export interface CapReached {
  readonly message: Message
  readonly untilMs: number
}

export type Caps = ReturnType<typeof createCaps>

export function createCaps({ clock, calendar, settings, isFree, prices, today }: CapDeps) {
  const capsOf = (profileId: string, model?: string) => {
    const { dailyCaps, dailyAmountCaps } = settings()
    return isFree(profileId, model)
      ? { perDay: undefined, amount: undefined }
      : { perDay: dailyCaps[profileId], amount: limitOf(dailyAmountCaps[profileId]) }
  }
  /** The caps that count for a request: a price of nothing, in whatever unit, takes nothing from a cap on money. */
  const capsOn = (profileId: string, request: GenerateRequest) => {
    const { perDay, amount } = capsOf(profileId, request.model)
    const price = amount ? prices.expected(profileId, pricedRequest(request))?.amount : null
    return { perDay, amount: price?.millionths === 0 ? undefined : amount, price }
  }
  return {
    /** How long the caps of today still count. */
    restOfDayMs: (): number => calendar.nextDay(clock.now()) - clock.now(),
    /** Requests left under the cap today; null without one. */
    requestsLeft: (profileId: string): { readonly perDay: number; readonly left: number } | null => {
      const { perDay } = capsOf(profileId)
      return perDay === undefined
        ? null
        : { perDay, left: Math.max(0, perDay - today({ profileId }).requests) }
    },
    left: (profileId: string): Estimate['left'] => {
      const { perDay, amount } = capsOf(profileId)
      if (perDay === undefined && !amount) return { requests: null, amounts: null }
      const spent = today({ profileId })
      return {
        requests: perDay === undefined ? null : Math.max(0, perDay - spent.requests),
        amounts: amount ? [amountOf(leftOf(amount, spent))] : null,
      }
    },
    /** Whether any cap counts for the request. */
    count: (profileId: string, request: GenerateRequest): boolean => {
      const { perDay, amount } = capsOn(profileId, request)
      return perDay !== undefined || amount !== undefined
    },
    /** Which cap holds the request back now; null where it fits. */
    holding: (profileId: string, request: GenerateRequest): CapReached | null => {
      const { perDay, amount, price } = capsOn(profileId, request)
      if (perDay === undefined && !amount) return null
      // First what no other day changes: it is looked for in a queue.
      if (amount && price?.unit !== amount.unit) {
        const values = { ...shown(amount), model: request.model }
        const said = price
          ? message('spending.cap.otherUnit', { ...values, pricedIn: price.unit })
          : message('spending.cap.noPrice', values)
        return { message: said, untilMs: Infinity }
      }
      if (amount && price && price.millionths > amount.millionths) {
        const said = message('spending.cap.tooDear', { ...shown(amount), price: amountOf(price).value })
        return { message: said, untilMs: Infinity }
      }
      const spent = today({ profileId })
      const untilMs = calendar.nextDay(clock.now())
      if (perDay !== undefined && spent.requests >= perDay) {
        return { message: message('spending.cap.requests', { perDay }), untilMs }
      }
      if (!amount || !price) return null
      const used = spent.amounts.get(amount.unit) ?? 0
      if (plus(used, price.millionths) <= amount.millionths) return null
      const left = amountOf(leftOf(amount, spent)).value
      const values = { ...shown(amount), left, price: amountOf(price).value }
      return { message: message('spending.cap.reached', values), untilMs }
    },
  }
}

function limitOf(cap: Amount | undefined): Money | undefined {
  return cap && { unit: cap.unit, millionths: roundedDown(cap.value) }
}

function leftOf({ unit, millionths }: Money, { amounts }: Spent): Money {
  return { unit, millionths: minus(millionths, amounts.get(unit) ?? 0) }
}

function shown(money: Money): { readonly amount: number; readonly unit: string } {
  const { unit, value } = amountOf(money)
  return { amount: value, unit }
}
