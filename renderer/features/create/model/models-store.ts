/** The active profile's listing of models, as the form needs it. */
import type { Failure } from '#contract/errors.ts'
import type { Model, ModelList } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../bridge/bridge.ts'
import type { ProfilesStore } from '../../../bridge/stores/profiles.ts'
import type { ChosenModel } from './chosen-model.ts'
import { createModelMemory, type ModelMemoryStore } from './model-memory.ts'

export interface Models {
  readonly list: ModelList | null
  readonly error: Failure | null
  readonly loading: boolean
  readonly memory: ModelMemoryStore
  load(refresh?: boolean): Promise<void>
}

export type ModelsStore = StoreApi<Models>

export function createModelsStore(bridge: Bridge, profiles: ProfilesStore): ModelsStore {
  let generation = 0
  const store = createStore<Models>()((set) => ({
    list: null,
    error: null,
    loading: false,
    memory: createModelMemory(bridge, profiles),
    async load(refresh = false) {
      const mine = ++generation
      set({ loading: true })
      const response = await bridge.call('models.list', refresh ? { refresh } : {})
      if (mine !== generation) return
      set(
        response.ok
          ? { list: response.data, error: null, loading: false }
          : { error: response.error, loading: false },
      )
    },
  }))
  profiles.subscribe((now, before) => {
    const changed = JSON.stringify(now.items) !== JSON.stringify(before.items)
    if (now.activeId !== null && (now.activeId !== before.activeId || changed)) void store.getState().load()
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

export function findModel(list: ModelList | null, chosen: ChosenModel | null): Model | undefined {
  if (chosen === null) return undefined
  return list?.items.find((model) => model.id === chosen.id && model.provider === chosen.provider)
}

/** The models for a media type; those that do not say what they make are shown everywhere. */
export function modelsFor(list: ModelList | null, media: MediaType): readonly Model[] {
  return (list?.items ?? []).filter(({ mediaTypes }) => mediaTypes.length === 0 || mediaTypes.includes(media))
}

/** What the picker starts with: the choice made before, where it still stands, else the first that fits. */
export function settleModel(
  list: ModelList | null,
  media: MediaType,
  chosen: ChosenModel | null,
): ChosenModel | null {
  if (list === null || chosen?.isTyped === true || findModel(list, chosen) !== undefined) return chosen
  const fitting = modelsFor(list, media)
  const current = fitting.filter((model) => model.deprecated !== true)
  const first = current.find((model) => model.mediaTypes.includes(media)) ?? current[0] ?? fitting[0]
  return first === undefined ? chosen : { id: first.id, provider: first.provider, isTyped: false }
}
