/** A profile as it stands in the settings file: never with a key. */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { inputStorageSchema } from '#contract/profiles.ts'

export const storedSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  baseUrl: z.string(),
  keyGiven: z.boolean(),
  storage: inputStorageSchema.nullable().catch(null),
  storageKeysGiven: z.boolean().catch(false),
})
export type Stored = z.infer<typeof storedSchema>

export function toJson({ storage, ...profile }: Stored): Json {
  if (!storage) return { ...profile, storage }
  const { prefix, ...place } = storage
  return { ...profile, storage: { ...place, ...(prefix === undefined ? {} : { prefix }) } }
}
