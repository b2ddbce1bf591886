/** What is remembered of the models that a form names, asked for as soon as the user has settled on them. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { modelKey, type ModelMemory, type ModelName } from './model-memory.ts'
import type { ModelsStore } from './models-store.ts'

/** A provider typed by hand passes through many names on its way. */
const SETTLED_MS = 250

export function useModelMemory(models: ModelsStore, names: readonly ModelName[]): ModelMemory['known'] {
  const memory = useStore(models, (state) => state.memory)
  const known = useStore(memory, (state) => state.known)
  const keys = names.map(modelKey).join('\n')
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const key of keys.split('\n').filter(Boolean)) {
        const [provider, id] = JSON.parse(key) as [string, string]
        void memory.getState().know({ provider, id })
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [memory, keys])
  return known
}
