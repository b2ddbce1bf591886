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
  const known = amounts.map(({ unit, value }) =>
    value === 1 && unit === 'credits' ? '1 credit' : `${value} ${unit}`,
  )
  const rest = unpriced === 0 ? [] : [known.length === 0 ? 'unpriced' : `${unpriced} unpriced`]
  return [...known, ...rest].join(' + ') || (isFree ? 'free' : 'nothing')
}

export function requestWords(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`
}
