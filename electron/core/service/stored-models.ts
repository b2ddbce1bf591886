/** A listing in the form in which it is stored for offline use: models that an adapter has read already. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import type { ReadModels } from './service-api.ts'

const MOST_MODELS = 5_000

const schema = z.object({
  id: z.string(),
  provider: z.string(),
  label: z.string(),
  description: z.string().exactOptional(),
  mediaTypes: z.array(z.string()),
  scenes: z.array(z.string()),
  price: z.string().exactOptional(),
  priceAmount: z
    .object({ unit: z.string(), value: z.number().nullable(), per: z.enum(['request', 'image', 'second']) })
    .exactOptional(),
  // Bounded by who stored it.
  optionSchema: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null).exactOptional(),
  raw: z.custom<Json>(),
})
const listingSchema = z.object({ models: z.array(schema).max(MOST_MODELS) })

export function storeModels(models: readonly Model[]): Json {
  return { models: models.slice(0, MOST_MODELS) as unknown as Json }
}

export function readStoredModels(listing: Json): ReadModels {
  const parsed = listingSchema.safeParse(listing)
  return parsed.success ? parsed.data : { models: [], problem: 'The list of models cannot be read.' }
}

/** A description is a listing of one. */
export function readStoredModel(description: Json, modelId: string): Model | null {
  const [model] = readStoredModels(description).models
  return model ? { ...model, id: modelId } : null
}
