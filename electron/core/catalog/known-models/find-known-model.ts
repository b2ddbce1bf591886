/** Finds what the built-in tables say of a model and its provider. */
import { z } from 'zod'
import { type ModelKnowledge, mediaTypeSchema } from '#contract/models.ts'
import { type JsonObject, jsonObjectSchema } from '#contract/json.ts'
import { inputFormSchema } from '#contract/inputs.ts'
import { MASK_PAINTS } from '#contract/rules/media.ts'
import { fitsPattern } from '../../service/model-families.ts'
import audioModels from './audio-models.json' with { type: 'json' }
import imageModels from './image-models.json' with { type: 'json' }
import providers from './providers.json' with { type: 'json' }
import videoModels from './video-models.json' with { type: 'json' }

/**
 * The model's row: an id that is named outright before one that fits a pattern. Under a provider that the tables do not know,
 * for example a gateway, the id alone decides; under one that they know, the provider has to agree.
 */
export function findKnownModel(provider: string, model: string): KnownModel | null {
  const known = findKnownProvider(provider)
  const candidates = modelTables().models.filter((row) => !known || row.provider === known.name)
  return (
    candidates.find(({ ids }) => ids.includes(model)) ??
    candidates.find(({ ids }) => ids.some((id) => fitsPattern(id, model))) ??
    null
  )
}

export function tableKnowledge(
  provider: string,
  model: string,
): Pick<ModelKnowledge, 'tableSchema' | 'tableInputs' | 'tableSource' | 'tableForm'> {
  const row = findKnownModel(provider, model)
  const maker = findKnownProvider(provider)
  const inputs = row?.inputs ?? maker?.inputs ?? []
  const sources = row?.sources ?? (inputs.length > 0 ? maker?.sources : undefined)
  return {
    ...(row && { tableSchema: schemaOf(row) }),
    ...(inputs.length > 0 && { tableInputs: inputs }),
    ...(sources && { tableSource: sources.map((letter) => modelTables().sources[letter]).join('; ') }),
    ...(maker?.form !== undefined && { tableForm: maker.form }),
  }
}

/**
 * Whether the model's provider refuses data URIs. A model of another provider says nothing here: the gateway in between may
 * upload them.
 */
export function tableRefusesDataUris(provider: string): boolean {
  return findKnownProvider(provider)?.refusesDataUris ?? false
}

/** By name or alias, whatever its case and punctuation: `Kie.ai` is `kie`. */
function findKnownProvider(provider: string): KnownProvider | null {
  const plain = provider.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return (
    modelTables().providers.find(({ name, aliases }) => name === plain || aliases.includes(plain)) ?? null
  )
}

function schemaOf({ options, required }: KnownModel): JsonObject {
  return { type: 'object', properties: options, ...(required.length > 0 && { required }) }
}

/**
 * The built-in tables of well-known models and their providers, read from the JSON files beside this one.
 *
 * Option values are suggestions, never limits: vendors change them often. Their types are exact: models that take `"5"` refuse
 * `5`, and the other way round. `sources` are the letters of providers.json.
 */
const inputSchema = z.strictObject({
  /** The key of `options`; ends in `[]` where it takes several. */
  option: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  most: z.int().exactOptional(),
  required: z.literal(true).exactOptional(),
  paints: z.enum(MASK_PAINTS).exactOptional(),
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
type KnownModel = z.infer<typeof modelSchema>

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
type KnownProvider = z.infer<typeof providerSchema>

interface ModelTables {
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
