/** What requests cost, as far as that is known, in words. What is unknown is never written as nothing. */
import type { Amount, Estimate } from '#contract/spending.ts'
import type { Words } from './text.ts'

/** "$2.00 and 12 credits": amounts of different units are never added. */
export function amountsWords(amounts: readonly Amount[], { amount, list }: Words): string {
  return list(amounts.map(amount))
}

/** "about 12 credits", "free", "price unknown". What the bundled sample counts is not money. */
export function priceWords(estimate: Omit<Estimate, 'left'>, words: Words): string {
  const { amounts, unpriced, isFree } = estimate
  if (isFree) {
    return amounts.length === 0
      ? words.text('price.free')
      : words.text('price.noMoney', { amounts: amountsWords(amounts, words) })
  }
  if (amounts.length === 0) return words.text('price.unknown')
  return words.text('price.about', { amounts: amountsWords(amounts, words), unpriced })
}

/** What the caps of today leave; null where there are none. */
export function leftWords({ left }: Pick<Estimate, 'left'>, words: Words): string | null {
  const parts = [
    ...(left.requests === null ? [] : [words.text('price.requests', { count: left.requests })]),
    ...(left.amounts ?? []).map(words.amount),
  ]
  return parts.length === 0 ? null : words.text('price.left', { left: words.list(parts) })
}
