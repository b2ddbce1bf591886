/** The calls about models, and what is known of a model without its listing: from the built-in tables and from past tasks. */
import type { ModelKnowledge } from '#contract/models.ts'
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { Catalog } from './catalog.ts'
import { tableKnowledge, tableRefusesDataUris } from './known-models/find-known-model.ts'
import type { ModelMemory } from './model-memory.ts'

/** The image that a service shows beside a model; null where there is none, or it cannot be had. */
interface ModelExamples {
  readonly read: (profileId: string, provider: string, model: string) => Promise<Uint8Array | null>
}

export function createModelHandlers(
  catalog: Catalog,
  memory: ModelMemory,
  examples: ModelExamples,
  activeProfile: () => string,
): HandlersFor<'models'> {
  return {
    'models.list': ({ profileId = activeProfile(), refresh = false }) => catalog.list(profileId, refresh),
    'models.labels': () => succeed({ items: catalog.labels() }),
    'models.example': async ({ profileId = activeProfile(), provider, model }) => {
      const bytes = await examples.read(profileId, provider, model)
      return succeed({ image: bytes && `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}` })
    },
    'models.search': ({ profileId = activeProfile(), text }) => catalog.search(profileId, text),
    'models.describe': async ({ profileId = activeProfile(), model }) =>
      succeed({ model: await catalog.describe(profileId, model) }),
    'models.addWorkflow': ({ profileId = activeProfile(), ...workflow }) =>
      catalog.addWorkflow(profileId, workflow),
    'models.removeWorkflow': ({ profileId = activeProfile(), model }) =>
      catalog.removeWorkflow(profileId, model),
    'models.knowledge': ({ provider, model }) => succeed(modelKnowledge(memory, provider, model)),
    'models.recent': ({ mediaType }) => succeed({ items: memory.recent(mediaType) }),
  }
}

/** A model that refuses data URIs takes addresses, or bare base64 where `tableForm` says so. Past tasks outrank the tables. */
export function refusesDataUris(memory: ModelMemory, provider: string, model: string): boolean {
  return memory.refusesDataUris(provider, model) ?? tableRefusesDataUris(provider)
}

export function modelKnowledge(memory: ModelMemory, provider: string, model: string): ModelKnowledge {
  return {
    ...tableKnowledge(provider, model),
    ...memory.knowledge(provider, model),
    refusesDataUris: refusesDataUris(memory, provider, model),
  }
}
