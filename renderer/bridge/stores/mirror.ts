/**
 * A part of the host's state: read once, updated by events, and read again after a reconnect.
 *
 * Owns how it stays up to date. The store that is made of it owns what can be done, through the host, whose event brings
 * the change.
 */
import type { RenderedFailure } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface Mirrored {
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: RenderedFailure | null
}

export type Mirror<State> = StoreApi<State & Mirrored> & { load(): Promise<void> }

/**
 * `read`: what the route's output changes. `told`: what an event changes; null where it is about something else.
 */
export function createMirror<Name extends RouteName, State extends object>(
  bridge: Bridge,
  route: Name,
  start: State,
  read: (output: RouteOutput<Name>) => Partial<State>,
  told: (event: EventMessage, state: State) => Partial<State> | null,
): Mirror<State> {
  const store = createStore<State & Mirrored>()(() => ({ ...start, phase: 'idle', error: null }))
  const set = (change: Partial<State> | Partial<Mirrored>): void =>
    store.setState(change as Partial<State & Mirrored>)
  let events = 0
  async function load(): Promise<void> {
    if (store.getState().phase !== 'ready') set({ phase: 'loading' })
    const eventsBefore = events
    const response = await bridge.call(route, {} as RouteInput<Name>)
    // The response may be older than an event that came meanwhile.
    if (events !== eventsBefore) await load()
    else if (response.ok) set({ ...read(response.data), phase: 'ready', error: null })
    else set({ phase: store.getState().phase === 'ready' ? 'ready' : 'failed', error: response.error })
  }
  bridge.on((event) => {
    const change = told(event, store.getState())
    if (change === null) return
    events += 1
    set({ ...change, phase: 'ready', error: null })
  })
  bridge.onReconnect(() => {
    if (store.getState().phase !== 'idle') void load()
  })
  return Object.assign(store, { load })
}
