/** Prices as the listings of services tell them, kept with what multiplies them, so that a request can be reckoned at once. */
import { z } from 'zod'
import type { JsonObject } from '#contract/json.ts'
import type { ListedPrice, Model } from '#contract/models.ts'
import { type Money, roundedUp, times } from '#contract/rules/money.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../store/database.ts'
import { inMillionths, millionthsSchema } from './millionths.ts'
import { insertRow } from '../store/reader.ts'

/** What options are called that say how many are made, or how long they are: in small letters, without signs between. */
const COUNTS = new Set(
  `n count imagecount batchsize batchcount quantity samples numimages numberofimages maximages numoutputs numberofoutputs
   numsamples numresults numberresults numvideos numgenerations`.split(/\s+/u),
)
const LENGTHS = new Set('duration seconds durationseconds videolength'.split(' '))
const MOST = 10_000

export const listedPriceSchema = z.object({
  unit: z.string(),
  millionths: millionthsSchema.nullable(),
  per: z.enum(['request', 'image', 'second']),
  scenes: z.record(z.string(), millionthsSchema).optional(),
  /**
   * The model's own options that multiply it, with what they are when they are not given, null where that is not known. Missing where
   * its options are not known.
   */
  multipliers: z.record(z.string(), z.number().nullable()).optional(),
})

type KeptPrice = z.infer<typeof listedPriceSchema>

/** Of a whole listing, in place of what was listed before, or of one model. */
export function keepListedPrices(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  profileId: string,
  models: readonly Model[],
  of: 'listing' | 'model',
): void {
  const priced = models.filter(({ priceAmount }) => priceAmount)
  if (priced.length === 0) return
  db.transaction(() => {
    if (of === 'listing') {
      db.run("DELETE FROM model_prices WHERE profile_id = ? AND source = 'listing'", profileId)
    }
    for (const { provider, id: model, priceAmount, optionSchema } of priced) {
      if (!priceAmount) continue
      const multipliers = multipliersIn(optionSchema)
      const price: KeptPrice = { ...keptPrice(priceAmount), ...(multipliers && { multipliers }) }
      const row = { profileId, provider, model, source: 'listing', price, updatedAt: clock.now() }
      insertRow(db, 'OR REPLACE INTO model_prices', row)
    }
  })
}

/** What the request costs by it; null where what multiplies it is not known. */
export function amountByListing(
  price: KeptPrice,
  scene: string | undefined,
  options: JsonObject | undefined,
): Money | null {
  const value = (scene === undefined ? undefined : price.scenes?.[scene]) ?? price.millionths
  const factor = timesOf(price, options ?? {})
  return value === null || factor === null ? null : { unit: price.unit, millionths: times(value, factor) }
}

function keptPrice({ unit, per, value, scenes }: ListedPrice): KeptPrice {
  const millionths = value === null ? null : roundedUp(value)
  return { unit, per, millionths, ...(scenes && { scenes: inMillionths(scenes) }) }
}

function multipliersIn(schema: JsonObject | undefined): KeptPrice['multipliers'] | null {
  const properties = (schema?.['properties'] ?? null) as JsonObject | null
  if (properties === null) return null
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => isOneOf(COUNTS, key) || isOneOf(LENGTHS, key))
      .map(([key, property]) => [key, numberOf((property as JsonObject | null)?.['default'])]),
  )
}

/**
 * Never less than what is charged, as far as the options are known: whoever writes the request may add options that the model does
 * not have, to make it look cheap.
 */
function timesOf({ per, multipliers }: KeptPrice, options: JsonObject): number | null {
  if (per === 'request') return 1
  const numbersOf = (names: ReadonlySet<string>): number[] =>
    Object.keys(multipliers ?? options)
      .filter((key) => isOneOf(names, key))
      .map((key) => (Object.hasOwn(options, key) ? numberOf(options[key]) : multipliers?.[key]) ?? NaN)
  const counts = numbersOf(COUNTS)
  // A model that has no option for it makes one.
  const made = counts.every(Number.isInteger) ? counts.reduce((product, one) => product * one, 1) : NaN
  if (per === 'image') return counts.length === 0 && !multipliers ? null : made || null
  const lengths = numbersOf(LENGTHS)
  return lengths.length === 0 ? null : made * Math.max(...lengths) || null
}

function isOneOf(names: ReadonlySet<string>, key: string): boolean {
  return names.has(key.toLowerCase().replaceAll(/[^a-z]/gu, ''))
}

/** `5`, `"5"`, `"5s"`; nothing below one. */
function numberOf(value: unknown): number | null {
  const parts = /^(\d{1,5}(?:\.\d{1,3})?)\s*s?$/u.exec(
    typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : '',
  )
  const number = Number(parts?.[1])
  return parts && number >= 1 && number <= MOST ? number : null
}
