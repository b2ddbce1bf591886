/** What is known of a model without its listing: the table's word, and what the tasks of this computer taught. */
import type { ModelKnowledge } from '#contract/models.ts'
import { tableKnowledge, tableRefusesDataUris } from './known-models/find-known-model.ts'
import type { ModelMemory } from './model-memory.ts'

/** A model that refuses data URIs takes addresses, or bare base64 where `tableForm` says so. What tasks showed goes before the table. */
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
