/** Arranges a model listing for the picker: what matches the words typed, by provider. */
import type { Model } from '#contract/model.ts'

export interface ModelSection {
  readonly id: string
  readonly provider: string
  readonly items: readonly { readonly id: string; readonly model: Model }[]
}

/** One id may stand under two providers, so both make the key. */
export function modelKey(model: Pick<Model, 'id' | 'provider'>): string {
  return JSON.stringify([model.provider, model.id])
}

/** Models in which every typed word occurs, in the listing's order. */
export function matchingModels(models: readonly Model[], typed: string): readonly Model[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return models.filter((model) => {
    const text = `${model.label} ${model.id} ${model.provider} ${model.description ?? ''}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export function groupByProvider(models: readonly Model[]): readonly ModelSection[] {
  const groups = Map.groupBy(models, (model) => model.provider)
  return [...groups].map(([provider, members]) => ({
    id: `provider:${provider}`,
    provider,
    items: members.map((model) => ({ id: modelKey(model), model })),
  }))
}
