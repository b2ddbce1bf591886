/**
 * What the host remembers of models beside the listing: how their options fared, which were used last, which the user
 * likes.
 */
import type { Json } from '#contract/json.ts'
import type { ModelKnowledge, RecentModel } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../bridge/bridge.ts'
import type { ProfilesStore } from '../../../bridge/stores/profiles.ts'

export interface ModelName {
  readonly provider: string
  readonly id: string
}

export interface ModelMemory {
  /** By `modelKey`, of the active profile. */
  readonly known: Readonly<Record<string, ModelKnowledge>>
  /** The one used last first. */
  readonly recent: readonly RecentModel[]
  /** The one marked last is last. */
  readonly favourites: readonly ModelName[]
  /** Asks what is known of a model, once, and again when a task of it has ended. */
  know(model: ModelName): Promise<void>
  loadRecent(media: MediaType): Promise<void>
  loadFavourites(): Promise<void>
  /** Shown at once, and taken back where the host could not keep it. */
  setFavourite(model: ModelName, isFavourite: boolean): Promise<void>
}

export type ModelMemoryStore = StoreApi<ModelMemory>

const FAVOURITES = 'models.favourites'
/** Ends that teach something about the options. */
const TELLING: ReadonlySet<TaskState> = new Set(['saved', 'unsaved', 'failed', 'rejected'])

/** One id may stand under two providers, so both make the key. */
export function modelKey({ provider, id }: ModelName): string {
  return JSON.stringify([provider, id])
}

export function createModelMemory(bridge: Bridge, profiles: ProfilesStore): ModelMemoryStore {
  const asked = new Set<string>()
  /** Everything the form ever named: with another profile, or once there is one, it is asked about again. */
  const named = new Map<string, ModelName>()
  /** Counts the profiles: an answer about an earlier one is dropped. */
  let generation = 0
  const store = createStore<ModelMemory>()((set, get) => ({
    known: {},
    recent: [],
    favourites: [],
    async know({ provider, id }) {
      const { activeId: profileId } = profiles.getState()
      const key = modelKey({ provider, id })
      if (provider.trim() === '' || id.trim() === '') return
      named.set(key, { provider, id })
      if (profileId === null || asked.has(key)) return
      asked.add(key)
      const mine = generation
      const response = await bridge.call('models.knowledge', { profileId, provider, model: id })
      if (mine !== generation) return
      if (response.ok) set({ known: { ...get().known, [key]: response.data } })
      else asked.delete(key)
    },
    async loadRecent(mediaType) {
      const response = await bridge.call('models.recent', { mediaType })
      if (response.ok) set({ recent: response.data.items })
    },
    async loadFavourites() {
      const response = await bridge.call('uiState.list', { prefix: FAVOURITES })
      if (!response.ok) return
      const kept = response.data.items.find(({ name }) => name === FAVOURITES)
      set({ favourites: readFavourites(kept?.value) })
    },
    async setFavourite({ provider, id }, isFavourite) {
      const before = get().favourites
      const others = before.filter((model) => modelKey(model) !== modelKey({ provider, id }))
      const favourites = isFavourite ? [...others, { provider, id }] : others
      set({ favourites })
      const value = favourites.map((model) => ({ ...model }))
      const response = await bridge.call('uiState.set', { name: FAVOURITES, value })
      if (!response.ok && get().favourites === favourites) set({ favourites: before })
    },
  }))
  function askAgain(): void {
    asked.clear()
    for (const name of named.values()) void store.getState().know(name)
  }
  profiles.subscribe((now, before) => {
    if (now.activeId === before.activeId) return
    generation += 1
    store.setState({ known: {} })
    askAgain()
  })
  bridge.on((event) => {
    if (event.name === 'uiState.changed' && event.data.name === FAVOURITES)
      store.setState({ favourites: readFavourites(event.data.value) })
    if (event.name !== 'task.changed' || !TELLING.has(event.data.task.state)) return
    const { provider, model } = event.data.task.request
    const name = { provider, id: model }
    // Only a model that somebody has asked about is asked about again.
    if (asked.delete(modelKey(name))) void store.getState().know(name)
  })
  bridge.onReconnect(() => {
    askAgain()
    void store.getState().loadFavourites()
  })
  return store
}

function readFavourites(value: Json | undefined): readonly ModelName[] {
  if (!Array.isArray(value)) return []
  return (value as readonly Json[]).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
    const { provider, id } = entry as { readonly provider?: Json; readonly id?: Json }
    return typeof provider === 'string' && typeof id === 'string' ? [{ provider, id }] : []
  })
}
