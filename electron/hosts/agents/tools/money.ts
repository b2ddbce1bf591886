/** How money is told to a model: amounts by their unit, and what has no price by that word. */
import { z } from 'zod'

const amountSchema = z.object({ unit: z.string(), value: z.number() })

export const amountsSchema = z.array(amountSchema)

type Amount = Readonly<z.infer<typeof amountSchema>>

/** As the budget is counted: requests, and money where there is a budget in money. */
export const leftSchema = z.object({ requests: z.number(), amount: amountSchema.optional() })

interface Priced {
  readonly amounts: readonly Amount[]
  readonly unpriced: number
  readonly isFree: boolean
}

/** `3 credits + 0.5 USD`, `unpriced`, `free`. */
export function priceWords({ amounts, unpriced, isFree }: Priced): string {
  if (isFree) return 'free'
  const known = amounts.map(amountWords)
  const rest = unpriced === 0 ? [] : [`${unpriced} unpriced ${unpriced === 1 ? 'request' : 'requests'}`]
  return [...known, ...rest].join(' + ') || 'nothing'
}

export function amountWords({ unit, value }: Amount): string {
  return `${value} ${unit}`
}
