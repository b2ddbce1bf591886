/** The UI state of one kind, such as snippets or presets, which the host stores by name. */
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface UiStateItem<Value> {
  /** Without the prefix of its kind. */
  readonly id: string
  readonly value: Value
}

export interface UiStateItems<Value> {
  /** In the order of `compare`. */
  readonly items: readonly UiStateItem<Value>[]
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: RenderedFailure | null
  /** Asks once; after a failure, again. */
  load(): Promise<void>
  keep(id: string, value: Value): Promise<RenderedResult<unknown>>
  forget(id: string): Promise<RenderedResult<unknown>>
}

export type UiStateStore<Value> = StoreApi<UiStateItems<Value>>

export interface UiStateKind<Value> {
  /** Of the names on the host, with its slash. */
  readonly prefix: string
  /** Null for a value that is none of this kind. */
  read(value: Json): Value | null
  write(value: Value): Json
  compare(one: Value, other: Value): number
}

/** Names alone: each is there or not. */
export function namesUnder(prefix: string): UiStateKind<true> {
  return { prefix, read: (value) => value === true || null, write: () => true, compare: () => 0 }
}

export function createUiStateStore<Value>(bridge: Bridge, kind: UiStateKind<Value>): UiStateStore<Value> {
  const values = new Map<string, Value>()
  /** Counts the changes: a list that was asked for before the last of them may be out of date. */
  let changes = 0

  function take(name: string, value: Json): void {
    const id = name.slice(kind.prefix.length)
    const read = value === null ? null : kind.read(value)
    if (read === null) values.delete(id)
    else values.set(id, read)
  }
  function show(): void {
    const items = Array.from(values, ([id, value]) => ({ id, value }))
    store.setState({ items: items.toSorted((one, other) => kind.compare(one.value, other.value)) })
  }
  async function set(id: string, value: Json): Promise<RenderedResult<unknown>> {
    const name = kind.prefix + id
    const response = await bridge.call('uiState.set', { name, value })
    if (response.ok) {
      changes += 1
      take(name, value)
      show()
    }
    return response
  }

  const store = createStore<UiStateItems<Value>>()((setState, get) => ({
    items: [],
    phase: 'idle',
    error: null,
    async load() {
      if (get().phase === 'loading' || get().phase === 'ready') return
      setState({ phase: 'loading' })
      const changesBefore = changes
      const response = await bridge.call('uiState.list', { prefix: kind.prefix })
      if (!response.ok) {
        setState({ phase: 'failed', error: response.error })
        return
      }
      if (changes === changesBefore) values.clear()
      for (const { name, value } of response.data.items) {
        if (changes === changesBefore || !values.has(name.slice(kind.prefix.length))) take(name, value)
      }
      setState({ phase: 'ready', error: null })
      show()
    },
    keep: (id, value) => set(id, kind.write(value)),
    forget: (id) => set(id, null),
  }))
  bridge.on((event) => {
    if (event.name !== 'uiState.changed' || !event.data.name.startsWith(kind.prefix)) return
    changes += 1
    take(event.data.name, event.data.value)
    show()
  })
  bridge.onReconnect(() => {
    if (store.getState().phase === 'idle') return
    store.setState({ phase: 'idle' })
    void store.getState().load()
  })
  return store
}
