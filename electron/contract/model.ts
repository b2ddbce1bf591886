/** Media, scenes and models, in the service's own vocabulary. Source: Generation Service Public API, "Generation request". */
import { z } from 'zod'
import type { Json, JsonObject } from './json.ts'

export const MEDIA_TYPES = ['image', 'video', 'character', 'music'] as const
export const SCENES = [
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'character-creation',
  'text-to-music',
] as const

export const mediaTypeSchema = z.enum(MEDIA_TYPES)
export const sceneSchema = z.enum(SCENES)
export type MediaType = z.infer<typeof mediaTypeSchema>
export type Scene = z.infer<typeof sceneSchema>

/** One model of a profile's listing. `provider` and `id` together are its key: one id may stand under two providers. */
export interface Model {
  readonly id: string
  readonly provider: string
  readonly label: string
  readonly description?: string
  /** Empty where the listing does not say. */
  readonly mediaTypes: readonly string[]
  /** Empty where the listing does not say. */
  readonly scenes: readonly string[]
  /** JSON Schema of `options`, where the listing has one. */
  readonly optionSchema?: JsonObject
  readonly deprecated?: boolean
  /** The listing's own entry. */
  readonly raw: Json
}

export interface ModelList {
  readonly items: readonly Model[]
  readonly fetchedAt: number
  /** The service could not be asked now; this is the last listing it gave. */
  readonly stale: boolean
  /** Why the listing could not be read, in plain words. The user can type a model id all the same. */
  readonly problem?: string
}
