/** Where reference media are put for models that take addresses only. */
import { z } from 'zod'

/** Where reference media are put so that a model can fetch them: an S3-compatible bucket. Its keys never come back. */
export const inputStorageSchema = z.strictObject({
  /** https, or http towards this computer. */
  endpoint: z.string().trim().min(1, 'Enter the address of the storage.').max(2_000),
  region: z.string().trim().min(1, 'Enter the region.').max(100),
  bucket: z.string().trim().min(1, 'Enter the bucket.').max(255),
  prefix: z.string().trim().max(500).optional(),
  /** How long a link works, in seconds. */
  linkSeconds: z.int().min(60).max(604_800),
  /** Path style (`endpoint/bucket/key`) instead of `bucket.endpoint/key`. */
  pathStyle: z.boolean(),
})
export type InputStorage = z.infer<typeof inputStorageSchema>
