/** What the user chose, kept in settings.json. */
import { z } from 'zod'

export const settingsSchema = z.strictObject({
  appearance: z.strictObject({
    theme: z.enum(['system', 'dark', 'light']),
  }),
  queue: z.strictObject({
    /** Generate requests that may be at work at the service at once, per profile. */
    concurrency: z.int().min(1).max(100),
    /** A batch of more requests than this is confirmed by the user before it is sent. */
    confirmAbove: z.int().min(1).max(1_000),
    /** Generate requests a day, by profile id. A profile that is not named has no cap. */
    dailyCaps: z.record(z.string(), z.int().min(1).max(1_000_000)),
  }),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  appearance: { theme: 'system' },
  queue: { concurrency: 8, confirmAbove: 20, dailyCaps: {} },
}

/** A change of settings: any part of it, one level deep. */
export const settingsChangeSchema = z.strictObject({
  appearance: settingsSchema.shape.appearance.partial().optional(),
  queue: settingsSchema.shape.queue.partial().optional(),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>
