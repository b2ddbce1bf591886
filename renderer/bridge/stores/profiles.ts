/** Profiles, which of them is active, and the state of each connection. */
import type { Failure, Result } from '#contract/errors.ts'
import type { Connection, Profile } from '#contract/profiles.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface ConnectionView {
  readonly connection: Connection
  readonly message: string
}

export interface Profiles {
  readonly items: readonly Profile[]
  readonly activeId: string | null
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  readonly connections: Readonly<Record<string, ConnectionView>>
  load(): Promise<void>
  activate(id: string): Promise<Result<unknown>>
}

export type ProfilesStore = StoreApi<Profiles>

export function createProfilesStore(bridge: Bridge): ProfilesStore {
  const store = createStore<Profiles>()((set, get) => {
    async function loadConnection(id: string): Promise<void> {
      const response = await bridge.call('profiles.connection', { id })
      if (!response.ok) return
      setConnection(response.data.profileId, response.data)
      // A test is free, and its outcome arrives as an event.
      if (response.data.connection === 'unchecked') await bridge.call('profiles.test', { id })
    }
    function setConnection(id: string, { connection, message }: ConnectionView): void {
      set({ connections: { ...get().connections, [id]: { connection, message } } })
    }
    bridge.on((event) => {
      if (event.name === 'connection.changed') setConnection(event.data.profileId, event.data)
      if (event.name !== 'profiles.changed') return
      const before = get().activeId
      set({ ...event.data, phase: 'ready', error: null })
      if (before !== event.data.activeId) void loadConnection(event.data.activeId)
    })
    return {
      items: [],
      activeId: null,
      phase: 'loading',
      error: null,
      connections: {},
      async load() {
        const response = await bridge.call('profiles.list', {})
        if (!response.ok) set({ error: response.error, phase: get().items.length > 0 ? 'ready' : 'failed' })
        else {
          set({ ...response.data, phase: 'ready', error: null })
          await loadConnection(response.data.activeId)
        }
      },
      async activate(id) {
        const response = await bridge.call('profiles.activate', { id })
        if (response.ok) await get().load()
        return response
      },
    }
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

export function activeProfile(state: Profiles): Profile | undefined {
  return state.items.find((profile) => profile.id === state.activeId)
}

const UNCHECKED: ConnectionView = { connection: 'unchecked', message: '' }

export function activeConnection(state: Profiles): ConnectionView {
  return (state.activeId === null ? undefined : state.connections[state.activeId]) ?? UNCHECKED
}
