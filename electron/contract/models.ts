/** Models: what a profile lists, and what is known of a model without its listing. */
import { z } from 'zod'
import type { InputForm } from './inputs.ts'
import { jsonObjectSchema, type Json, type JsonObject } from './json.ts'
import type { Rendered } from './messages/message.ts'
import { empty, modelId, name, profileId, providerName, route, text } from './route.ts'
import { type MaskPaint, MEDIA_TYPES, SCENES } from './rules/media.ts'
import type { PricedPer } from './rules/money.ts'

export const mediaTypeSchema = z.enum(MEDIA_TYPES)
export const sceneSchema = z.enum(SCENES)

/** What a model costs as its listing tells it, in figures. */
export interface ListedPrice {
  readonly unit: string
  /** null where only scenes have prices. */
  readonly value: number | null
  readonly per: PricedPer
  /** The listing does not say per what: it may be for each result. */
  readonly isOpen?: true
  readonly scenes?: Readonly<Record<string, number>>
}

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
  /** The user's own workflow, which they can remove. */
  readonly isWorkflow?: true
  /** It may cost something, at a service that is free otherwise. */
  readonly isCharged?: true
  /** What it costs, in the words of a listing that tells it. */
  readonly price?: string
  readonly priceAmount?: ListedPrice
  /** An image of what it makes, as the listing names it. The page asks the host for it (`models.example`). */
  readonly exampleUrl?: string
  /** The listing's own entry. */
  readonly raw: Json
}

export interface ModelList {
  readonly items: readonly Model[]
  readonly fetchedAt: number
  /** The service could not be asked now; this is the last listing it gave. */
  readonly stale: boolean
  /** Why the listing could not be read. The user can type a model id all the same. */
  readonly problem?: Rendered
}

/** How one option of a model fared, learned from the tasks of this computer. */
export interface OptionMemory {
  readonly key: string
  /** Values that succeeded, most used first, at most 12; reference media are never among them. */
  readonly values: readonly Json[]
  /** Tasks with this key that ended well, and that were refused or failed. A key with no success is marked in the form. */
  readonly succeeded: number
  readonly refused: number
}

/** What is known of a model without its listing: from a table of well-known models, and from tasks. */
export interface ModelKnowledge {
  /** JSON Schema of `options` from the built-in table; suggestions, never limits. */
  readonly tableSchema?: JsonObject
  /** Options of the table that take reference media, in the order to try them. A key ending in `[]` takes several. */
  readonly tableInputs?: readonly {
    readonly option: string
    readonly kind: 'image' | 'video' | 'audio'
    readonly most?: number
    readonly required?: boolean
    /** Of a mask: what is painted again, where that is not the white. */
    readonly paints?: MaskPaint
  }[]
  /** The form that the model's provider is known to take. */
  readonly tableForm?: InputForm
  /** Where the table's facts come from. */
  readonly tableSource?: string
  readonly options: readonly OptionMemory[]
  /** The option key that took reference media last with success. */
  readonly inputOption?: string
  /** How the media were sent then. */
  readonly inputForm?: InputForm
  /** The model takes no data URI: it would be paid for and refused. It takes addresses, or what `tableForm` says. */
  readonly refusesDataUris: boolean
  readonly succeeded: number
  readonly failed: number
}

/** A model that a task used; `usedAt` is the last time. */
export interface RecentModel {
  readonly provider: string
  readonly id: string
  readonly mediaType: string
  readonly usedAt: number
}

/** What a model is called, where that is not its id. */
export interface ModelLabel {
  readonly provider: string
  readonly id: string
  readonly label: string
}

export const modelRoutes = {
  'models.list': route<ModelList>()(z.strictObject({ profileId, refresh: z.boolean().optional() })),
  /** Of every profile, as it listed them last: no service is asked. */
  'models.labels': route<{ readonly items: readonly ModelLabel[] }>()(empty),
  /** The image that the service shows beside a model, as a data URI; null where there is none, or it cannot be had now. */
  'models.example': route<{ readonly image: string | null }>()(
    z.strictObject({ profileId, provider: providerName, model: modelId }),
  ),
  /** Models by words, where the service has more than it lists. */
  'models.search': route<ModelList>()(
    z.strictObject({
      profileId,
      text: text(200, 'catalog.searchEmpty'),
    }),
  ),
  /** The model's full entry, with its option schema; null where nothing is known of it. */
  'models.describe': route<{ readonly model: Model | null }>()(
    z.strictObject({ profileId, provider: providerName, model: modelId }),
  ),
  /** Takes a workflow, or an image that holds one, as a model of its own. The same name replaces it. */
  'models.addWorkflow': route<Model>(32)(
    z.strictObject({
      profileId,
      name,
      workflow: jsonObjectSchema.optional(),
      dataUrl: z.string().max(30_000_000).optional(),
    }),
  ),
  'models.removeWorkflow': route<Record<string, never>>()(z.strictObject({ profileId, model: modelId })),
  'models.knowledge': route<ModelKnowledge>()(
    z.strictObject({ profileId, provider: providerName, model: modelId }),
  ),
  /** At most twelve, the one used last first. */
  'models.recent': route<{ readonly items: readonly RecentModel[] }>()(
    z.strictObject({ mediaType: mediaTypeSchema.optional() }),
  ),
} as const
