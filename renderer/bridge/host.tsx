/** Hands the bridge and the projections of the host's truth to the views. */
import { createContext, use, type ReactNode } from 'react'
import { useStore, type StoreApi } from 'zustand'
import type { Bridge } from './bridge.ts'
import { createAppStatus, type AppStatusStore } from './stores/app-status.ts'
import { createAssetCache, type AssetCacheStore } from './stores/asset-cache.ts'
import { createCollectionsStore, type CollectionsStore } from './stores/collections.ts'
import { createJobsStore, type JobsStore } from './stores/jobs.ts'
import { createPreviewStore, type PreviewStore } from './stores/previews.ts'
import { createProfilesStore, type ProfilesStore } from './stores/profiles.ts'
import { createQueueStore, type QueueStore } from './stores/queue.ts'
import { createSavedSearchesStore, type SavedSearchesStore } from './stores/saved-searches.ts'
import { createSettingsStore, type SettingsStore } from './stores/settings.ts'
import { createUsageStore, type UsageStore } from './stores/usage.ts'

export interface Host {
  readonly bridge: Bridge
  readonly status: AppStatusStore
  readonly profiles: ProfilesStore
  readonly queue: QueueStore
  readonly settings: SettingsStore
  readonly assets: AssetCacheStore
  readonly usage: UsageStore
  readonly previews: PreviewStore
  readonly collections: CollectionsStore
  readonly searches: SavedSearchesStore
  readonly jobs: JobsStore
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

/** Asks for the first snapshot of everything the shell shows. */
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

/** Reads a part of one of the host's projections. Keep `select` narrow: it decides when the component renders. */
export function useHostState<State, Part>(
  pick: (host: Host) => StoreApi<State>,
  select: (state: State) => Part,
): Part {
  return useStore(pick(useHost()), select)
}
