/** Prices as the listings of services tell them, kept with what multiplies them, so that a request can be reckoned at once. */
import { z } from 'zod'
import type { JsonObject } from '#contract/json.ts'
import type { ListedPrice, Model } from '#contract/models.ts'
import type { Amount } from '#contract/spending.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../store/database.ts'
import { insertRow } from '../store/reader.ts'

/** What options are called that say how many are made, or how long they are. */
const MULTIPLIERS: Readonly<Record<ListedPrice['per'], readonly string[]>> = {
  request: [],
  image: `n num_images number_of_images numberOfImages num_outputs image_count count batch_size`.split(
    /\s+/u,
  ),
  second: `duration seconds duration_seconds durationSeconds video_length`.split(/\s+/u),
}
const MOST = 10_000

export const listedPriceSchema = z.object({
  unit: z.string(),
  value: z.number().nullable(),
  per: z.enum(['request', 'image', 'second']),
  scenes: z.record(z.string(), z.number()).optional(),
  /** What the multiplying option is when it is not given; null where that is not known. */
  standard: z.number().nullable(),
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
      const price: KeptPrice = { ...priceAmount, standard: standardOf(priceAmount, optionSchema) }
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
): Amount | null {
  const value = (scene === undefined ? undefined : price.scenes?.[scene]) ?? price.value
  const times = price.per === 'request' ? 1 : (givenIn(MULTIPLIERS[price.per], options) ?? price.standard)
  return value === null || times === null ? null : { unit: price.unit, value: value * times }
}

function standardOf({ per }: ListedPrice, schema: JsonObject | undefined): number | null {
  if (per === 'request') return 1
  const properties = (schema?.['properties'] ?? null) as JsonObject | null
  if (properties === null) return null
  const key = MULTIPLIERS[per].find((one) => Object.hasOwn(properties, one))
  // A model that has no option for it makes one image.
  if (key === undefined) return per === 'image' ? 1 : null
  const property = properties[key] as JsonObject | null
  return numberOf(property?.['default'])
}

function givenIn(keys: readonly string[], options: JsonObject | undefined): number | null {
  const key = keys.find((one) => options && Object.hasOwn(options, one))
  return key === undefined ? null : numberOf(options?.[key])
}

/** `5`, `"5"`, `"5s"`. */
function numberOf(value: unknown): number | null {
  const parts = /^(\d{1,5}(?:\.\d{1,3})?)\s*s?$/u.exec(
    typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 20) : '',
  )
  const number = Number(parts?.[1])
  return parts && number > 0 && number <= MOST ? number : null
}
