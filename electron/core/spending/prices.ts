/** What is known of the price of a request before it is sent: nothing for a free service, else the user's word. */
import { z } from 'zod'
import type { JsonObject } from '#contract/json.ts'
import { amountOf, type Money, roundedUp } from '#contract/rules/money.ts'
import type { Amount, ModelPrice, PriceSource } from '#contract/spending.ts'
import type { Clock } from '../ports/clock.ts'
import { amountByListing, listedPriceSchema } from './listed-prices.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { millionthsSchema } from './millionths.ts'
import { fieldsOf, insertRow, jsonColumn } from '../store/reader.ts'

/** `free`: the service charges nothing, so there is no amount. */
export interface ExpectedPrice {
  readonly source: PriceSource | 'free'
  readonly amount: Money | null
}

export interface PricedRequest {
  readonly provider: string
  readonly model: string
  readonly scene?: string | undefined
  readonly options?: JsonObject | undefined
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
    price: Money,
  ) => {
    const updatedAt = clock.now()
    insertRow(db, 'OR REPLACE INTO model_prices', { profileId, provider, model, source, price, updatedAt })
  }
  return {
    /** By the listing, else as the user typed it; null where nothing is known. */
    expected: (
      profileId: string,
      { provider, model, scene, options }: PricedRequest,
    ): ExpectedPrice | null => {
      if (isFree(profileId)) return { source: 'free', amount: null }
      const rows = db.all(
        "SELECT * FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source <> 'service'",
        profileId,
        provider,
        model,
      )
      const prices = rows.map(priceIn)
      const listed = prices.find(({ source }) => source === 'listing')
      const amount = listed?.source === 'listing' ? amountByListing(listed.price, scene, options) : null
      if (amount) return { source: 'listing', amount }
      const typed = prices.find(({ source }) => source === 'user')
      return typed?.source === 'user' ? { source: 'user', amount: typed.price } : null
    },
    /** As the user typed it; null removes it. */
    set: (profileId: string, of: PricedRequest, amount: Amount | null): void => {
      if (amount) {
        return write(profileId, of, 'user', { unit: amount.unit, millionths: roundedUp(amount.value) })
      }
      db.run(
        "DELETE FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source = 'user'",
        profileId,
        of.provider,
        of.model,
      )
    },
    /** What the service said last of a task of the model. Another task may cost something else: nothing is expected from it. */
    said: (profileId: string, of: PricedRequest, amount: Money): void =>
      write(profileId, of, 'service', amount),
    /** What a request without options costs; a price that depends on them is left out. */
    list: (): readonly ModelPrice[] =>
      db.all('SELECT * FROM model_prices ORDER BY profile_id, provider, model, source').flatMap((row) => {
        const { price, ...of } = priceIn(row)
        const amount = 'per' in price ? amountByListing(price, undefined, undefined) : price
        return amount ? [{ ...of, amount: amountOf(amount) }] : []
      }),
  }
}

const moneySchema = z.object({ unit: z.string(), millionths: millionthsSchema })
const key = { profileId: z.string(), provider: z.string(), model: z.string() }
const priceSchema = z.discriminatedUnion('source', [
  z.object({ ...key, source: z.literal('listing'), price: jsonColumn(listedPriceSchema) }),
  z.object({ ...key, source: z.literal('user'), price: jsonColumn(moneySchema) }),
  z.object({ ...key, source: z.literal('service'), price: jsonColumn(moneySchema) }),
])

function priceIn(row: Row): z.infer<typeof priceSchema> {
  return parseRow('model_prices', () => priceSchema.parse(fieldsOf(row)))
}
