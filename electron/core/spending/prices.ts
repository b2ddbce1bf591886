/** What is known of the price of a request before it is sent: nothing for a free service, else the user's word. */
import { z } from 'zod'
import { amountSchema, type Amount, type ModelPrice, type PriceSource } from '#contract/spending.ts'
import type { Clock } from '../ports/clock.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { fieldsOf, insertRow, jsonColumn } from '../store/reader.ts'

/** `free`: the service charges nothing, so there is no amount. */
export interface ExpectedPrice {
  readonly source: PriceSource | 'free'
  readonly amount: Amount | null
}

export interface PricedRequest {
  readonly provider: string
  readonly model: string
}

interface PriceDeps {
  readonly db: Database
  readonly clock: Clock
  /** Whether the service of a profile charges nothing. */
  readonly isFree: (profileId: string) => boolean
}

export type Prices = ReturnType<typeof createPrices>

export function createPrices({ db, clock, isFree }: PriceDeps) {
  const write = (
    profileId: string,
    { provider, model }: PricedRequest,
    source: PriceSource,
    price: Amount,
  ) => {
    const updatedAt = clock.now()
    insertRow(db, 'OR REPLACE INTO model_prices', { profileId, provider, model, source, price, updatedAt })
  }
  return {
    /** Null where nothing is known. */
    expected: (profileId: string, { provider, model }: PricedRequest): ExpectedPrice | null => {
      if (isFree(profileId)) return { source: 'free', amount: null }
      const row = db.get(
        "SELECT * FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source = 'user'",
        profileId,
        provider,
        model,
      )
      return row && { source: 'user', amount: priceIn(row).amount }
    },
    /** As the user typed it; null removes it. */
    set: (profileId: string, of: PricedRequest, amount: Amount | null): void => {
      if (amount) return write(profileId, of, 'user', amount)
      db.run(
        "DELETE FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source = 'user'",
        profileId,
        of.provider,
        of.model,
      )
    },
    /** What the service said last of a task of the model. Another task may cost something else: nothing is expected from it. */
    said: (profileId: string, of: PricedRequest, amount: Amount): void =>
      write(profileId, of, 'service', amount),
    list: (): readonly ModelPrice[] =>
      db.all('SELECT * FROM model_prices ORDER BY profile_id, provider, model, source').map(priceIn),
  }
}

const priceSchema = z.object({
  profileId: z.string(),
  provider: z.string(),
  model: z.string(),
  source: z.enum(['user', 'listing', 'service']),
  price: jsonColumn(amountSchema),
})

function priceIn(row: Row): ModelPrice {
  const { price, ...key } = parseRow('model_prices', () => priceSchema.parse(fieldsOf(row)))
  return { ...key, amount: price }
}
