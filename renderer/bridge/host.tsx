/** Gives the views the bridge and the stores that mirror the host's state. */
import { createContext, use, type ReactNode } from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Bridge } from './bridge.ts'
import { createAppStatus, type AppStatus } from './stores/app-status.ts'
import { createAssetCache, type AssetCache } from './stores/asset-cache.ts'
import { createCollectionsStore, type Collections } from './stores/collections.ts'
import { createJobsStore, type Jobs } from './stores/jobs.ts'
import { createPreviewStore, type PreviewState } from './stores/previews.ts'
import { createProfilesStore, type Profiles } from './stores/profiles.ts'
import { createQueueStore, type Queue } from './stores/queue.ts'
import { createSavedSearchesStore, type SavedSearches } from './stores/saved-searches.ts'
import { createSettingsStore, type SettingsView } from './stores/settings.ts'
import { createUsageStore, type Usage } from './stores/usage.ts'

/** What each store holds, by the store's name. */
interface HostStates {
  readonly status: AppStatus
  readonly profiles: Profiles
  readonly queue: Queue
  readonly settings: SettingsView
  readonly assets: AssetCache
  readonly usage: Usage
  readonly previews: PreviewState
  readonly collections: Collections
  readonly searches: SavedSearches
  readonly jobs: Jobs
}

type HostStores = { readonly [Name in keyof HostStates]: StoreApi<HostStates[Name]> }

export interface Host extends HostStores {
  readonly bridge: Bridge
}

export function createHost(bridge: Bridge): Host {
  const profiles = createProfilesStore(bridge)
  return {
    bridge,
    profiles,
    status: createAppStatus(bridge),
    queue: createQueueStore(bridge),
    settings: createSettingsStore(bridge),
    assets: createAssetCache(bridge),
    usage: createUsageStore(bridge, profiles),
    previews: createPreviewStore(bridge),
    collections: createCollectionsStore(bridge),
    searches: createSavedSearchesStore(bridge),
    jobs: createJobsStore(bridge),
  }
}

/** Loads everything that the shell shows. */
export async function loadHost(host: Host): Promise<void> {
  await Promise.all(
    [host.status, host.profiles, host.queue, host.settings].map((store) => store.getState().load()),
  )
}

const HostContext = createContext<Host | null>(null)

export function HostProvider({ host, children }: { readonly host: Host; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>
}

export function useHost(): Host {
  const host = use(HostContext)
  if (host === null) throw new Error('useHost is called outside HostProvider')
  return host
}

/** Reads a part of one store. Keep `select` narrow: it decides when the component renders. */
export function useHostState<Name extends keyof HostStates, Part>(
  store: Name,
  select: (state: HostStates[Name]) => Part,
): Part {
  const stores: HostStores = useHost()
  const own: StoreApi<HostStates[Name]> = stores[store]
  return useStore(own, select)
}
