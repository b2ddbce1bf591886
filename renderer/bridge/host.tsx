/** Gives the views the bridge and the stores that mirror the host's state. */
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { Capability } from '#contract/app.ts'
import type { Asset } from '#contract/library.ts'
import type { ServiceInfo } from '#contract/services.ts'
import { useStore, type StoreApi } from 'zustand'
import type { Bridge } from './bridge.ts'
import { createAgentsStore, createApprovalStore, createQuotesStore } from './stores/agents.ts'
import { createAppStatus, hasCapability, createSettingsStore } from './stores/app-status.ts'
import { AssetDetails } from './stores/asset-details.ts'
import { createJobsStore } from './stores/jobs.ts'
import { createCollectionsStore, createSavedSearchesStore } from './stores/library-lists.ts'
import { createModelLabels, modelLabel } from './stores/model-labels.ts'
import { createPlayer } from './stores/player.ts'
import { createPreviewStore } from './stores/previews.ts'
import { activeProfile, createProfilesStore } from './stores/profiles.ts'
import { createProgressStore, createQueueStore } from './stores/queue.ts'
import { createSoundStore } from './stores/sound.ts'
import { createServicesStore, isFreeOf, serviceOf } from './stores/services.ts'

export type Host = ReturnType<typeof createHost>

export function createHost(bridge: Bridge) {
  const profiles = createProfilesStore(bridge)
  return {
    bridge,
    profiles,
    services: createServicesStore(bridge),
    status: createAppStatus(bridge),
    queue: createQueueStore(bridge),
    progress: createProgressStore(bridge),
    settings: createSettingsStore(bridge),
    assets: new AssetDetails(bridge),
    previews: createPreviewStore(bridge),
    player: createPlayer(() => new Audio()),
    collections: createCollectionsStore(bridge),
    searches: createSavedSearchesStore(bridge),
    jobs: createJobsStore(bridge),
    modelLabels: createModelLabels(bridge),
    agents: createAgentsStore(bridge),
    quotes: createQuotesStore(bridge),
    approval: createApprovalStore(),
    sound: createSoundStore(bridge),
  }
}

/** Loads everything that the shell shows. */
export async function loadHost(host: Host): Promise<void> {
  await Promise.all(
    [
      host.status,
      host.profiles,
      host.services,
      host.queue,
      host.settings,
      host.agents,
      host.quotes,
      host.modelLabels,
    ].map((store) => store.load()),
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

type HostStore = Exclude<keyof Host, 'bridge' | 'assets'>
type HostState<Name extends HostStore> = ReturnType<Host[Name]['getState']>

/** Keep `select` narrow: it decides when the component renders. */
export function useHostState<Name extends HostStore, Part>(
  name: Name,
  select: (state: HostState<Name>) => Part,
): Part {
  const store: unknown = useHost()[name]
  return useStore(store as StoreApi<HostState<Name>>, select)
}

export function useCapability(capability: Capability): boolean {
  return useHostState('status', (state) => hasCapability(state, capability))
}

/** What the active profile's service is; undefined until that is known. */
export function useActiveService(): ServiceInfo | undefined {
  const profile = useHostState('profiles', activeProfile)
  return useHostState('services', (services) => serviceOf(services, profile))
}

/** Whether nothing is charged for what a profile makes. */
export function useIsFree(profileId: string | null): boolean {
  const profile = useHostState('profiles', ({ items }) => items.find(({ id }) => id === profileId))
  return useHostState('services', (services) => isFreeOf(services, profile))
}

/** The name of a profile, where there are several to tell apart. */
export function useNameAmongOthers(profileId: string): string | undefined {
  return useHostState('profiles', ({ items }) =>
    items.length > 1 ? items.find(({ id }) => id === profileId)?.name : undefined,
  )
}

/** What a model is called: the same wherever a person reads of it. Without a provider, where its id says which it is. */
export function useModelLabel(): (id: string, provider?: string) => string {
  const labels = useHostState('modelLabels', (state) => state)
  return useCallback((id, provider) => modelLabel(labels, id, provider), [labels])
}

/** An asset's details; undefined until something has loaded them. */
export function useAsset(id: string): Asset | undefined {
  const { assets } = useHost()
  const subscribe = useCallback((listener: () => void) => assets.subscribe(id, listener), [assets, id])
  return useSyncExternalStore(subscribe, () => assets.get(id))
}
