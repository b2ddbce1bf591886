/** Finds what the table of well-known models says of a model. */
import type { JsonObject } from '#contract/json.ts'
import type { ModelKnowledge } from '#contract/models.ts'
import { KIE_IMAGES } from './kie-images.ts'
import { KIE_VIDEOS } from './kie-videos.ts'
import { SOURCES, type KnownModel } from './known-model.ts'
import { OTHER_IMAGES } from './other-images.ts'
import { OTHER_VIDEOS } from './other-videos.ts'
import { knownProvider, providerName } from './providers.ts'
import { SOUND_MODELS } from './sound.ts'

export const KNOWN_MODELS: readonly KnownModel[] = [
  ...KIE_IMAGES,
  ...KIE_VIDEOS,
  ...OTHER_IMAGES,
  ...OTHER_VIDEOS,
  ...SOUND_MODELS,
]

/**
 * The model's row: an id that is named outright before one that fits a pattern. Under a provider that the tables do not know,
 * a gateway's own name for instance, the id alone decides; under one that they know, the provider has to agree.
 */
export function findKnownModel(provider: string, model: string): KnownModel | null {
  const isKnown = knownProvider(provider) !== null
  const name = providerName(provider)
  const possible = KNOWN_MODELS.filter((row) => !isKnown || row.provider === name)
  return (
    possible.find(({ ids }) => ids.includes(model)) ??
    possible.find(({ ids }) => ids.some((id) => fits(id, model))) ??
    null
  )
}

/** The table's part of what is known of a model. */
export function tableKnowledge(
  provider: string,
  model: string,
): Pick<ModelKnowledge, 'tableSchema' | 'tableInputs' | 'tableSource' | 'tableForm'> {
  const row = findKnownModel(provider, model)
  const maker = knownProvider(provider)
  const inputs = row ? (row.inputs ?? []) : (maker?.inputs ?? [])
  const sources = row?.sources ?? (inputs.length > 0 ? maker?.sources : undefined)
  return {
    ...(row ? { tableSchema: schemaOf(row) } : {}),
    ...(inputs.length > 0 ? { tableInputs: inputs } : {}),
    ...(sources ? { tableSource: sources.map((source) => SOURCES[source]).join('; ') } : {}),
    ...(maker?.form === undefined ? {} : { tableForm: maker.form }),
  }
}

/**
 * Whether the model's provider is known to take no data URIs. A model that is known under another provider's name only says
 * nothing: the gateway in between may upload them.
 */
export function tableRefusesDataUris(provider: string): boolean {
  return knownProvider(provider)?.refusesDataUris ?? false
}

function schemaOf({ options, required }: KnownModel): JsonObject {
  return { type: 'object', properties: options, ...(required ? { required } : {}) }
}

function fits(pattern: string, model: string): boolean {
  const star = pattern.indexOf('*')
  if (star === -1) return false
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return model.length >= pattern.length - 1 && model.startsWith(before) && model.endsWith(after)
}
