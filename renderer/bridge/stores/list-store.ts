/**
 * A list of the host: loaded once, updated by events, and loaded again after a reconnect.
 *
 * Owns how such a list stays up to date. The store that has the list owns what can be done with its items.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface List<Item> {
  readonly items: readonly Item[]
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  load(): Promise<void>
}

export interface ListSource<Item> {
  read(): Promise<Result<{ readonly items: readonly Item[] }>>
  /** The whole list, where the event carries it; else null. */
  told(event: EventMessage): readonly Item[] | null
}

/** `actions` are part of the same store. They change the list through the host, whose event carries the new list. */
export function createListStore<Item, Actions extends object>(
  bridge: Bridge,
  { read, told }: ListSource<Item>,
  actions: Actions,
): StoreApi<List<Item> & Actions> {
  /** Counts the events: a list requested before the last of them may be out of date. */
  let changes = 0
  async function load(): Promise<void> {
    if (list.getState().phase !== 'ready') list.setState({ phase: 'loading' })
    const changesBefore = changes
    const response = await read()
    if (!response.ok) list.setState({ phase: 'failed', error: response.error })
    else if (changes === changesBefore) show(response.data.items)
  }
  function show(items: readonly Item[]): void {
    list.setState({ items, phase: 'ready', error: null })
  }
  const start: List<Item> = { items: [], phase: 'idle', error: null, load }
  const store = createStore<List<Item> & Actions>()(() => ({ ...start, ...actions }))
  const list: StoreApi<List<Item>> = store
  bridge.on((event) => {
    const items = told(event)
    if (items === null) return
    changes += 1
    show(items)
  })
  bridge.onReconnect(() => void (list.getState().phase !== 'idle' && load()))
  return store
}
