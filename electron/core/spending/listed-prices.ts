/** Prices by the listing and as typed, with what multiplies them: what a request costs is reckoned at once, the same way for both. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import type { ListedPrice, Model } from '#contract/models.ts'
import { type Money, PRICED_PER, roundedUp, times, unitNamed } from '#contract/rules/money.ts'
import { asObject } from '../json/read-json.ts'
import type { Context } from '../context/context.ts'
import { inMillionths, millionthsSchema } from './millionths.ts'
import { insertRow } from '../store/reader.ts'

/** What options are called that say how many are made, or how long they are: in small letters, without signs between. */
const COUNTS = new Set(
  `n count imagecount batchsize batchcount quantity samples numimages numberofimages maximages numoutputs numberofoutputs
   numsamples numresults numberresults numvideos numgenerations`.split(/\s+/u),
)
const LENGTHS = new Set('duration seconds durationseconds videolength'.split(' '))
const MOST = 10_000

/** A price as the listing tells it, or as the user typed it. */
export const keptPriceSchema = z.object({
  unit: z.string().overwrite(unitNamed),
  millionths: millionthsSchema.nullable(),
  per: z.enum(PRICED_PER),
  isOpen: z.literal(true).optional(),
  scenes: z.record(z.string(), millionthsSchema).optional(),
})

type KeptPrice = z.infer<typeof keptPriceSchema>

/** A model's own options that multiply a price, with what they are when they are not given, null where that is not known. */
export const countsSchema = z.record(z.string(), z.number().nullable())

type Counts = z.infer<typeof countsSchema>

/** Of a whole listing, in place of what was listed before, or of one model. */
export function keepListedPrices(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  profileId: string,
  models: readonly Model[],
  of: 'listing' | 'model',
): void {
  const priced = models.filter(({ priceAmount }) => priceAmount)
  db.transaction(() => {
    if (of === 'listing' && priced.length > 0) {
      db.run("DELETE FROM model_prices WHERE profile_id = ? AND source = 'listing'", profileId)
    }
    for (const { provider, id: model, priceAmount, optionSchema } of models) {
      const counts = countsIn(optionSchema)
      if (counts) insertRow(db, 'OR REPLACE INTO model_counts', { profileId, provider, model, counts })
      if (!priceAmount) continue
      const price = keptPrice(priceAmount)
      const row = { profileId, provider, model, source: 'listing', price, updatedAt: clock.now() }
      insertRow(db, 'OR REPLACE INTO model_prices', row)
    }
  })
}

/** What of a request its price depends on. */
export interface Priced {
  readonly scene?: string | undefined
  readonly options?: JsonObject | undefined
  /** Of the prompt as it is sent. */
  readonly characters?: number | undefined
}

/** What the request costs by it; null where what multiplies it is not known. `counts` null: the model's options are not known. */
export function amountByPrice(price: KeptPrice, counts: Counts | null, request: Priced): Money | null {
  const { scene } = request
  const value = (scene === undefined ? undefined : price.scenes?.[scene]) ?? price.millionths
  const factor = factorOf(price, counts, request)
  return value === null || factor === null ? null : { unit: price.unit, millionths: times(value, factor) }
}

function keptPrice({ value, scenes, ...price }: ListedPrice): KeptPrice {
  const millionths = value === null ? null : roundedUp(value)
  return { ...price, millionths, ...(scenes && { scenes: inMillionths(scenes) }) }
}

function countsIn(schema: JsonObject | undefined): Counts | null {
  const properties = asObject(schema?.['properties'])
  if (!properties) return null
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => isOneOf(COUNTS, key) || isOneOf(LENGTHS, key))
      .map(([key, property]) => [key, usualNumber(asObject(property) ?? {})]),
  )
}

/** What the service takes where nothing is given; the most that it may be where that is not told. */
function usualNumber({ default: usual, maximum, enum: choices }: JsonObject): number | null {
  const numbers = (Array.isArray(choices) ? choices : [maximum]).map(numberOf)
  const most = numbers.length > 0 && numbers.every((one) => one !== null) ? Math.max(...numbers) : null
  return numberOf(usual) ?? most
}

/**
 * Never less than what is charged, as far as the options are known: whoever writes the request may add options that the model does
 * not have, to make it look cheap.
 */
function factorOf({ per, isOpen }: KeptPrice, known: Counts | null, request: Priced): number | null {
  if (per === 'request' && !isOpen) return 1
  const { options = {} } = request
  const usual = Object.entries(known ?? {}).filter(([key]) => !Object.hasOwn(options, key))
  // The model may take more than it tells, and none of these makes a request cheaper.
  const all = [...usual, ...entriesIn(options)]
  const numbersOf = (names: ReadonlySet<string>): number[] =>
    all.filter(([key]) => isOneOf(names, key)).map(([, value]) => numberOf(value) ?? NaN)
  const counts = numbersOf(COUNTS)
  // A model that has no option for it makes one.
  const made = counts.every(Number.isInteger) ? counts.reduce((product, one) => product * one, 1) : NaN
  if (per === 'request') return made || null
  if (per === 'image') return counts.length === 0 && !known ? null : made || null
  if (per === 'second' && known && !Object.keys(known).some((key) => isOneOf(LENGTHS, key))) return null
  const lengths = per === 'second' ? numbersOf(LENGTHS) : thousandsIn(request)
  return lengths.length === 0 ? null : made * Math.max(...lengths) || null
}

/** With those of objects within: some services read what stands in `input` as if it stood beside it. */
function entriesIn(options: JsonObject): readonly (readonly [string, Json])[] {
  const entries = Object.entries(options)
  for (const [, value] of entries) {
    for (const entry of Object.entries(asObject(value) ?? {})) entries.push(entry)
  }
  return entries
}

/** Thousands of characters, each begun one whole. Some models take the text that they speak as an option: every text counts. */
function thousandsIn({ characters, options = {} }: Priced): number[] {
  if (characters === undefined) return []
  let sum = characters
  const values: Json[] = Object.values(options)
  for (const value of values) {
    if (typeof value === 'string') sum += value.length
    else if (typeof value === 'object' && value !== null) values.push(...Object.values(value))
  }
  return [Math.max(1, Math.ceil(sum / 1_000))]
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
