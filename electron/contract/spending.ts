/** What was spent: requests with what is known of their price, typed prices, and what a press would cost. */
import { z } from 'zod'
import { jsonObjectSchema } from './json.ts'
import { mediaTypeSchema, sceneSchema } from './models.ts'
import { PRICED_PER, type PricedPer, unitNamed } from './rules/money.ts'
import { empty, id, modelId, profileId, providerName, route, text } from './route.ts'

/** `unit`: `credits`, `USD`, … as the service or the user names it. Amounts of different units are never added. */
export const amountSchema = z.strictObject({
  unit: text(20, 'spending.noUnit').overwrite(unitNamed),
  value: z.number().min(0).max(1_000_000_000),
})

export type Amount = Readonly<z.infer<typeof amountSchema>>

const dimensionSchema = z.enum(['day', 'profile', 'model', 'agent'])

export type SpendingDimension = z.infer<typeof dimensionSchema>

/** The keys that were asked for are there, the others absent. */
export interface SpendingRow {
  /** YYYY-MM-DD, in the calendar that was in force when it was sent. */
  readonly day?: string
  readonly profileId?: string
  /** With `model`. */
  readonly provider?: string
  readonly model?: string
  /** null: the user themselves. */
  readonly agentId?: string | null
  /** Requests that may have cost something: accepted, with an unknown outcome, or under way. */
  readonly requests: number
  /** Of these, those whose outcome is unknown: what they are expected to cost is in `reserved`, not in `amounts`. */
  readonly unknown: number
  readonly amounts: readonly Amount[]
  readonly reserved: readonly Amount[]
  /** Of `requests`, those of which no price is known. */
  readonly unpriced: number
  /** Of `requests`, those to a service that charges nothing. They are never unpriced. */
  readonly free: number
}

/** Who says what a model costs: the service in a task's result, its listing, or the user. */
export type PriceSource = 'service' | 'listing' | 'user'

export interface ModelPrice {
  readonly profileId: string
  readonly provider: string
  readonly model: string
  readonly amount: Amount
  readonly per: PricedPer
  readonly source: PriceSource
}

/** What a press would cost, as far as is known. */
export interface Estimate {
  readonly requests: number
  readonly amounts: readonly Amount[]
  /** Requests without a known price. */
  readonly unpriced: number
  /** No real money is spent: the service charges nothing, or is the bundled sample. */
  readonly isFree: boolean
  /** What is left today under the profile's caps; null where there is none. */
  readonly left: { readonly requests: number | null; readonly amounts: readonly Amount[] | null }
}

const time = z.int().min(0)

const estimateRequestSchema = z.strictObject({
  provider: providerName,
  model: modelId,
  mediaType: mediaTypeSchema.optional(),
  scene: sceneSchema.optional(),
  options: jsonObjectSchema.optional(),
  /** How long the prompt is as it is sent. Without it, what is paid by the character has no price. */
  characters: z.int().min(0).max(1_000_000).optional(),
  count: z.int().min(1).max(1_000),
})

export type EstimateRequest = z.infer<typeof estimateRequestSchema>

export const spendingRoutes = {
  /** From the first to the last moment, both included. Rows are ordered by their keys, the newest day first. */
  'spending.query': route<{ readonly rows: readonly SpendingRow[] }>()(
    z.strictObject({
      from: time,
      to: time,
      by: z.array(dimensionSchema).max(4),
      profileId,
      /** null: the user themselves. */
      agentId: id.nullable().optional(),
    }),
  ),
  /** What is known of prices. Of one model there may be several, one for each source. */
  'spending.prices': route<{ readonly items: readonly ModelPrice[] }>()(empty),
  /** What the model costs, typed by the user; null removes it. */
  'spending.setPrice': route<Record<string, never>>()(
    z.strictObject({
      profileId: id,
      provider: providerName,
      model: modelId,
      amount: amountSchema.nullable(),
      per: z.enum(PRICED_PER).default('request'),
    }),
  ),
  /** Without a request to the service. */
  'spending.estimate': route<Estimate>()(
    z.strictObject({ profileId, requests: z.array(estimateRequestSchema).min(1).max(1_000) }),
  ),
} as const
