/**
 * The built-in tables of well-known models and their providers, read from the JSON files beside this one.
 *
 * Option values are suggestions, never limits: vendors change them often. Their types are exact: models that take `"5"` refuse
 * `5`, and the other way round. `sources` are the letters of providers.json.
 */
import { z } from 'zod'
import { inputFormSchema } from '#contract/inputs.ts'
import { jsonObjectSchema } from '#contract/json.ts'
import { mediaTypeSchema } from '#contract/models.ts'
import audioModels from './audio-models.json' with { type: 'json' }
import imageModels from './image-models.json' with { type: 'json' }
import providers from './providers.json' with { type: 'json' }
import videoModels from './video-models.json' with { type: 'json' }

const inputSchema = z.strictObject({
  /** The key of `options`; ends in `[]` where it takes several. */
  option: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  most: z.int().exactOptional(),
  required: z.literal(true).exactOptional(),
})
const sourcesSchema = z.array(z.string()).nonempty()

const modelSchema = z.strictObject({
  /** Ids of the model and its siblings; `*` stands for any characters. */
  ids: z.array(z.string()).nonempty(),
  /** The name of a provider in providers.json. */
  provider: z.string(),
  mediaType: mediaTypeSchema,
  /** In the order to try them. */
  inputs: z.array(inputSchema).default([]),
  /** JSON Schema by option. */
  options: z.record(z.string(), jsonObjectSchema),
  required: z.array(z.string()).default([]),
  sources: sourcesSchema,
})
export type KnownModel = z.infer<typeof modelSchema>

const providerSchema = z.strictObject({
  /** Lower case, letters and digits alone, as the aliases. */
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  /** Keys that most models use, in the order to try them; empty where every model has its own. */
  inputs: z.array(inputSchema),
  /** The form that every model accepts. */
  form: inputFormSchema.exactOptional(),
  /** True only where the provider's own pages say so. */
  refusesDataUris: z.boolean(),
  sources: sourcesSchema,
})
export type KnownProvider = z.infer<typeof providerSchema>

export interface ModelTables {
  readonly models: readonly KnownModel[]
  readonly providers: readonly KnownProvider[]
  /** Where the facts were read, by letter. */
  readonly sources: Readonly<Record<string, string>>
}

let parsed: ModelTables | undefined

/** Parsed at the first call. */
export function modelTables(): ModelTables {
  parsed ??= {
    models: z.array(modelSchema).parse([...imageModels, ...videoModels, ...audioModels]),
    ...z
      .object({ sources: z.record(z.string(), z.string()), providers: z.array(providerSchema) })
      .parse(providers),
  }
  return parsed
}
