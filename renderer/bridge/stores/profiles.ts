/** Profiles, which of them is active, and the state of each connection. */
import type { RenderedResult } from '#contract/errors.ts'
import type { Rendered } from '#contract/messages/message.ts'
import type { ConnectionState, Profile } from '#contract/profiles.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export interface ConnectionView extends Pick<ConnectionState, 'connection'> {
  readonly message: Rendered | null
}

export interface Profiles {
  readonly items: readonly Profile[]
  readonly activeId: string | null
  readonly connections: Readonly<Record<string, ConnectionView>>
}

export type ProfilesStore = ReturnType<typeof createProfilesStore>

export function createProfilesStore(bridge: Bridge) {
  const store = createMirror<'profiles.list', Profiles>(
    bridge,
    'profiles.list',
    { items: [], activeId: null, connections: {} },
    (list) => list,
    (event) => (event.name === 'profiles.changed' ? event.data : null),
  )
  function setConnection(id: string, { connection, message }: ConnectionView): void {
    store.setState(({ connections }) => ({ connections: { ...connections, [id]: { connection, message } } }))
  }
  async function loadConnection(id: string): Promise<void> {
    const response = await bridge.call('profiles.connection', { id })
    if (!response.ok) return
    setConnection(response.data.profileId, response.data)
    // A test is free, and its outcome arrives as an event.
    if (response.data.connection === 'unchecked') await bridge.call('profiles.test', { id })
  }
  let connectedId: string | null = null
  async function connect(): Promise<void> {
    const { activeId } = store.getState()
    if (activeId === null || activeId === connectedId) return
    connectedId = activeId
    await loadConnection(activeId)
  }
  bridge.on((event) => {
    if (event.name === 'connection.changed') setConnection(event.data.profileId, event.data)
    if (event.name === 'profiles.changed') void connect()
  })
  bridge.onReconnect(() => {
    connectedId = null
    void connect()
  })
  const { load: loadList } = store
  async function load(): Promise<void> {
    connectedId = null
    await loadList()
    await connect()
  }
  async function activate(id: string): Promise<RenderedResult<unknown>> {
    const response = await bridge.call('profiles.activate', { id })
    if (response.ok) await load()
    return response
  }
  return Object.assign(store, { load, activate })
}

export function activeProfile(state: Profiles): Profile | undefined {
  return state.items.find((profile) => profile.id === state.activeId)
}

const UNCHECKED = { connection: 'unchecked', message: null } as const

/** The message is null where nothing has been heard of the connection yet. */
export function activeConnection(state: Profiles): ConnectionView | typeof UNCHECKED {
  return (state.activeId === null ? undefined : state.connections[state.activeId]) ?? UNCHECKED
}
