/** Assets by id, loaded once and updated by events: what the feed and the queue show for a task. */
import type { Asset } from '#contract/library.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

const MOST_KEPT = 2_000

export interface AssetCache {
  readonly assets: Readonly<Record<string, Asset>>
  /** Asks for an asset unless it is known or on its way. */
  need(id: string): void
}

export type AssetCacheStore = StoreApi<AssetCache>

export function createAssetCache(bridge: Bridge): AssetCacheStore {
  const asked = new Set<string>()
  const store = createStore<AssetCache>()((set, get) => {
    function keep(asset: Asset): void {
      const entries = Object.entries(get().assets)
      const kept =
        entries.length >= MOST_KEPT ? Object.fromEntries(entries.slice(MOST_KEPT / 2)) : get().assets
      set({ assets: { ...kept, [asset.id]: asset } })
    }
    async function ask(id: string): Promise<void> {
      asked.add(id)
      const response = await bridge.call('library.get', { id })
      asked.delete(id)
      if (response.ok) keep(response.data)
    }
    bridge.on((event) => {
      if (event.name === 'asset.added') keep(event.data.asset)
      if (event.name === 'library.changed')
        for (const id of event.data.ids) if (get().assets[id] !== undefined) void ask(id)
    })
    return {
      assets: {},
      need(id) {
        if (get().assets[id] === undefined && !asked.has(id)) void ask(id)
      },
    }
  })
  return store
}
