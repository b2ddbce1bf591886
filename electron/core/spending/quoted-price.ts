/** What a quote costs, as it was shown, and whether that has changed. */
import type { QuotedPrice } from '#contract/agents.ts'
import type { Estimate, EstimateRequest } from '#contract/spending.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { roundedUp } from '#contract/rules/money.ts'

/** What an estimate says of money, without what is left. */
export function priceOf({ amounts, unpriced, isFree }: Estimate): QuotedPrice {
  return { amounts: amounts.map(({ unit, value }) => ({ unit, value })), unpriced, isFree }
}

/** What of a request its price depends on, so many times. */
export function countedRequest(request: GenerateRequest, count: number): EstimateRequest {
  const { provider, model, mediaType, scene, options, prompt = '' } = request
  return { provider, model, mediaType, scene, count, characters: prompt.length, ...(options && { options }) }
}

/** Neither is more than the other. */
export function isSamePrice(one: QuotedPrice, other: QuotedPrice): boolean {
  return !hasRisen(one, other) && !hasRisen(other, one)
}

/** Also where it is told in another unit, or no longer at all. */
export function hasRisen(before: QuotedPrice, now: QuotedPrice): boolean {
  const was = new Map(before.amounts.map(({ unit, value }) => [unit, roundedUp(value)]))
  return (
    (before.isFree && !now.isFree) ||
    now.unpriced > before.unpriced ||
    now.amounts.some(({ unit, value }) => roundedUp(value) > (was.get(unit) ?? -1))
  )
}
