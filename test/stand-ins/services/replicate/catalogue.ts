/** How the stand-in for Replicate lists, searches and finds its models. */
import type { ProviderResponse } from '../provider-server.ts'
import { modelResponse, REPLICATE_MODELS, type ReplicateModel } from './models.ts'
import { NOT_FOUND, problem } from './problems.ts'

export function onCollections(slug: string): ProviderResponse {
  const slugs = [...new Set(REPLICATE_MODELS.flatMap(({ collections }) => collections))]
  const rows = [...slugs, 'diffusion-models'].map((one) => ({
    name: one,
    slug: one,
    description: `About ${one}.`,
  }))
  if (slug === '') return ok(page(rows))
  const row = rows.find((one) => one.slug === slug)
  if (!row) return NOT_FOUND
  const models = REPLICATE_MODELS.filter(({ collections }) => collections.includes(slug))
  return ok({ ...row, models: models.map(modelResponse) })
}

export function onSearch(query: URLSearchParams): ProviderResponse {
  const text = query.get('query')
  if (text === null) return problem(400, 'Bad Request', 'Query parameter "query" is required')
  const models = searched(text).map((model) => ({ model: modelResponse(model), metadata: { tags: [] } }))
  const limit = Number(query.get('limit') ?? 20)
  return ok({ query: text, models: models.slice(0, limit), collections: [], pages: [] })
}

export function searched(text: string): readonly ReplicateModel[] {
  return REPLICATE_MODELS.filter(({ owner, name, description }) =>
    `${owner}/${name} ${description}`.toLowerCase().includes(text.toLowerCase()),
  )
}

export function modelNamed(name: string): ReplicateModel | undefined {
  return REPLICATE_MODELS.find((model) => `${model.owner}/${model.name}` === name)
}

/** `owner/name` of an official model, `owner/name:version`, or the version alone. */
export function modelOfVersion(text: string): ReplicateModel | undefined {
  const [name, version] = text.includes('/') ? text.split(':') : [undefined, text]
  if (version === undefined) {
    const model = modelNamed(name ?? '')
    return model?.isOfficial === true ? model : undefined
  }
  const model = REPLICATE_MODELS.find((one) => one.version === version)
  return name === undefined || model === modelNamed(name) ? model : undefined
}

export function page(results: readonly unknown[]) {
  return { next: null as string | null, previous: null, results }
}

export function ok(body: object): ProviderResponse {
  return { status: 200, body }
}
