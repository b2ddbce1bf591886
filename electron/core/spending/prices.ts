/** What is known of the price of a request before it is sent: nothing for a free service, else the user's word. */
import { z } from 'zod'
import { amountOf, type Money, type PricedPer, roundedUp } from '#contract/rules/money.ts'
import type { Amount, ModelPrice, PriceSource } from '#contract/spending.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import { amountByPrice, countsSchema, keptPriceSchema, type Priced } from './listed-prices.ts'
import { parseRow } from '../store/damage.ts'
import type { Row } from '../store/database.ts'
import { millionthsSchema } from './millionths.ts'
import { fieldsOf, insertRow, jsonColumn } from '../store/reader.ts'

/** `free`: the service charges nothing, so there is no amount. */
export interface ExpectedPrice {
  readonly source: PriceSource | 'free'
  readonly amount: Money | null
}

interface PricedModel {
  readonly provider: string
  readonly model: string
}

export type PricedRequest = PricedModel & Priced

export function pricedRequest({ prompt = '', ...request }: GenerateRequest): PricedRequest {
  return { ...request, characters: prompt.length }
}

interface PriceDeps extends Pick<Context, 'db' | 'clock'> {
  readonly isFree: (profileId: string, model: string) => boolean
}

export type Prices = ReturnType<typeof createPrices>

export function createPrices({ db, clock, isFree }: PriceDeps) {
  const write = (profileId: string, { provider, model }: PricedModel, source: PriceSource, price: object) => {
    const updatedAt = clock.now()
    insertRow(db, 'OR REPLACE INTO model_prices', { profileId, provider, model, source, price, updatedAt })
  }
  const countsOf = (profileId: string, { provider, model }: PricedModel) => {
    const sql = 'SELECT counts FROM model_counts WHERE profile_id = ? AND provider = ? AND model = ?'
    const row = db.get(sql, profileId, provider, model)
    return row && parseRow('model_counts', () => jsonColumn(countsSchema).parse(row['counts']))
  }
  return {
    /** By the listing, else as the user typed it; null where nothing is known. */
    expected: (profileId: string, request: PricedRequest): ExpectedPrice | null => {
      if (isFree(profileId, request.model)) return { source: 'free', amount: null }
      const rows = db.all(
        "SELECT * FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source <> 'service'",
        profileId,
        request.provider,
        request.model,
      )
      if (rows.length === 0) return null
      const prices = rows.map(priceIn)
      const counts = countsOf(profileId, request)
      for (const source of ['listing', 'user'] as const) {
        const price = prices.find((one) => one.source === source)
        const amount =
          price && price.source !== 'service' ? amountByPrice(price.price, counts, request) : null
        if (amount) return { source, amount }
      }
      return null
    },
    /** As the user typed it; null removes it. */
    set: (profileId: string, of: PricedModel, amount: Amount | null, per: PricedPer): void => {
      if (amount) {
        return write(profileId, of, 'user', { unit: amount.unit, millionths: roundedUp(amount.value), per })
      }
      db.run(
        "DELETE FROM model_prices WHERE profile_id = ? AND provider = ? AND model = ? AND source = 'user'",
        profileId,
        of.provider,
        of.model,
      )
    },
    /** What the service said last of a task of the model. Another task may cost something else: nothing is expected from it. */
    said: (profileId: string, of: PricedModel, amount: Money): void =>
      write(profileId, of, 'service', amount),
    /** What a request, an image, a second … costs; what differs from scene to scene is left out. */
    list: (): readonly ModelPrice[] =>
      db.all('SELECT * FROM model_prices ORDER BY profile_id, provider, model, source').flatMap((row) => {
        const { price, ...of } = priceIn(row)
        const { unit, millionths } = price
        const per = 'per' in price ? price.per : 'request'
        return millionths === null ? [] : [{ ...of, amount: amountOf({ unit, millionths }), per }]
      }),
  }
}

const moneySchema = z.object({ unit: z.string(), millionths: millionthsSchema })
const key = { profileId: z.string(), provider: z.string(), model: z.string() }
const priceSchema = z.discriminatedUnion('source', [
  z.object({ ...key, source: z.literal('listing'), price: jsonColumn(keptPriceSchema) }),
  z.object({ ...key, source: z.literal('user'), price: jsonColumn(keptPriceSchema) }),
  z.object({ ...key, source: z.literal('service'), price: jsonColumn(moneySchema) }),
])

function priceIn(row: Row): z.infer<typeof priceSchema> {
  return parseRow('model_prices', () => priceSchema.parse(fieldsOf(row)))
}
