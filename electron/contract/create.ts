/** The words of Create beyond a request: what a model is known to take, prompts of the past, lists, presets, and what a page keeps. */
import { z } from 'zod'
import { jsonObjectSchema, type Json, type JsonObject } from './json.ts'
import type { InputForm } from './input.ts'
import { mediaTypeSchema, sceneSchema } from './model.ts'

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

export interface PastPrompt {
  readonly prompt: string
  readonly template?: string
  readonly mediaType: string
  readonly provider: string
  readonly model: string
  /** When it was sent last, and how often. */
  readonly usedAt: number
  readonly uses: number
}

/** Lines of a text file that `__name__` in a prompt stands for. */
export interface WordList {
  readonly name: string
  readonly entries: readonly string[]
}

/** A saved choice of model and options, to be applied to a form or shared as a file. */
export const presetSchema = z.strictObject({
  name: z.string().trim().min(1, 'Give it a name.').max(200),
  mediaType: mediaTypeSchema,
  scene: sceneSchema.optional(),
  provider: z.string().max(200).optional(),
  model: z.string().max(300).optional(),
  prompt: z.string().max(100_000).optional(),
  options: jsonObjectSchema,
})
export type Preset = z.infer<typeof presetSchema>

/** How long a batch will take, as far as is known. */
export interface BatchForecast {
  readonly requests: number
  /** Milliseconds until half of the cases, and nine of ten, are finished; absent while nothing is known of the model. */
  readonly p50Ms?: number
  readonly p90Ms?: number
  /** Which limit stretches it, in plain words. */
  readonly limitedBy?: string
  /** Requests left under the user's own cap today; null without a cap. */
  readonly leftToday: number | null
}

/** Something the page keeps with the host: drafts, presets, snippets, favourites. */
export interface Kept {
  readonly name: string
  readonly value: Json
}
