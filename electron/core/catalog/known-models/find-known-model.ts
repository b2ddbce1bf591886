/** Finds what the built-in tables say of a model and its provider. */
import type { ModelKnowledge } from '#contract/models.ts'
import type { JsonObject } from '#contract/json.ts'
import { modelTables, type KnownModel, type KnownProvider } from './tables.ts'

/**
 * The model's row: an id that is named outright before one that fits a pattern. Under a provider that the tables do not know,
 * for example a gateway, the id alone decides; under one that they know, the provider has to agree.
 */
export function findKnownModel(provider: string, model: string): KnownModel | null {
  const known = findKnownProvider(provider)
  const candidates = modelTables().models.filter((row) => !known || row.provider === known.name)
  return (
    candidates.find(({ ids }) => ids.includes(model)) ??
    candidates.find(({ ids }) => ids.some((id) => matches(id, model))) ??
    null
  )
}

/** The tables' part of what is known of a model. */
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

function matches(pattern: string, model: string): boolean {
  const star = pattern.indexOf('*')
  if (star === -1) return false
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return model.length >= pattern.length - 1 && model.startsWith(before) && model.endsWith(after)
}
