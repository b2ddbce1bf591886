/**
 * What the gallery lists: the filter and the sort, the whole result set in order, its facets, and what is selected in it.
 *
 * The order is one response of the host. It is loaded again when the library changes; the selection is carried over and the
 * grid keeps its place.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RenderedFailure } from '#contract/errors.ts'
import type { LayoutQuery, LibraryFacets, LibraryFilter, LibrarySort } from '#contract/library.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { unreadable } from '../../bridge/endpoint.ts'
import { spoken } from '../../locales/messages.ts'
import { NO_ORDER, orderOf, readOrder, remarked, without, type Marks, type Order } from './order.ts'
import { EVERYTHING, patched } from './query.ts'
import type { Ranges } from './ranges.ts'
import {
  carried,
  choose,
  chooseAll,
  chooseRanges,
  NOTHING_SELECTED,
  type Selection,
  type SelectionKeys,
} from './selection.ts'

export interface Listing {
  readonly filter: LibraryFilter
  readonly sort: LibrarySort
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: RenderedFailure | null
  readonly order: Order
  /** Changes with the query, not when the same query is loaded again. */
  readonly queryNumber: number
  /** null until they are counted. */
  readonly facets: LibraryFacets | null
  readonly selection: Selection
}

export type ListingStore = ReturnType<typeof createListing>

/** More than the largest window shows. */
const FIRST_PAGE = 100
/** A pause in typing after which the search starts. */
const SEARCH_WAIT_MS = 120
/** Changes of the library within this are one request. */
const GATHER_MS = 250
/** The longest wait after a change, however long the first request took. */
const MAX_GATHER_MS = 1_500

export function createListing(bridge: Bridge) {
  const store = createStore<Listing>()(() => ({
    filter: EVERYTHING,
    sort: 'newest',
    phase: 'idle',
    error: null,
    order: NO_ORDER,
    queryNumber: 0,
    facets: null,
    selection: NOTHING_SELECTED,
  }))
  const { getState: get, setState: set } = store
  const { load, loadAfter, reload } = createRequests(bridge, store)
  bridge.on((event) => {
    const { phase, filter } = get()
    if (phase === 'idle') return
    if (event.name === 'library.changed' || event.name === 'asset.added') reload()
    if (event.name === 'collections.changed' && filter.collectionId !== undefined) reload()
  })
  bridge.onReconnect(() => {
    if (get().phase !== 'idle') reload()
  })
  return Object.assign(store, {
    load,
    reload,
    setFilter(filter: LibraryFilter): void {
      const isTyping = filter.text !== get().filter.text
      set({ filter })
      loadAfter(isTyping ? SEARCH_WAIT_MS : 0)
    },
    setSort(sort: LibrarySort): void {
      if (sort === get().sort) return
      set({ sort })
      void load()
    },
    select: (index: number, keys: SelectionKeys = PLAIN) =>
      set({ selection: choose(get().selection, index, keys) }),
    /** Moves the cursor and leaves the selection as it is. */
    moveCursor: (index: number) => set({ selection: { ...get().selection, anchor: index, focused: index } }),
    /** Selects what a rectangle touches, in addition to `before`. */
    selectRanges: (touched: Ranges, before: Ranges) =>
      set({ selection: chooseRanges(get().selection, touched, before) }),
    selectAll: () => set({ selection: chooseAll(get().selection, get().order.count) }),
    clearSelection: () => set({ selection: { ...get().selection, ranges: [] } }),
    /** Removes these from the list at once. */
    drop(ranges: Ranges): void {
      const { order, selection } = get()
      const left = without(order, ranges)
      set({ order: left, selection: carried(selection, order, left) })
    },
    /** Shows marks at once. */
    mark: (ranges: Ranges, marks: Marks) => set({ order: remarked(get().order, ranges, marks) }),
  })
}

const PLAIN: SelectionKeys = { isRange: false, isToggle: false }

/** Loads the result set of the store's filter and sort, one request at a time. */
function createRequests(bridge: Bridge, store: StoreApi<Listing>) {
  let current = new AbortController()
  /** The query that `order` belongs to. */
  let loaded: Pick<Listing, 'filter' | 'sort'> | null = null
  let isLoading = false
  let isOutdated = false
  let lastMs = 0
  let typing: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    current.abort()
    current = new AbortController()
    const { signal } = current
    isLoading = true
    isOutdated = false
    const { filter, sort, phase } = store.getState()
    if (phase === 'idle' || phase === 'failed') store.setState({ phase: 'loading' })
    const begunAt = Date.now()
    if (phase === 'idle' && filter === EVERYTHING && sort === 'newest') void loadFirstPage(signal)
    // Before the facets: the host finds one after the other.
    const laying = bridge.layout({ ...queryOf(filter), sort, ...languageOf(sort) }, signal)
    void loadFacets(bridge, store, signal)
    const response = await laying
    if (signal.aborted) return
    const isSame = loaded?.filter === filter && loaded.sort === sort
    isLoading = false
    lastMs = Date.now() - begunAt
    const order = response.ok ? tryRead(response.data) : null
    if (order !== null) {
      loaded = { filter, sort }
      show(store, order, isSame)
    } else if (!isSame || store.getState().phase === 'loading') {
      // A failed refresh leaves what is shown. What is no longer shown is not listed: keys would act on it.
      loaded = null
      const { error } = response.ok ? unreadable() : response
      store.setState({ phase: 'failed', error, order: NO_ORDER, selection: NOTHING_SELECTED })
    }
    if (isOutdated) reload()
  }
  /** The host has it at once, also where it still makes the index that everything else waits for. */
  async function loadFirstPage(signal: AbortSignal): Promise<void> {
    const response = await bridge.call('library.query', { limit: FIRST_PAGE })
    const { filter, sort, phase, queryNumber } = store.getState()
    if (!response.ok || signal.aborted || phase !== 'loading') return
    loaded = { filter, sort }
    store.setState({ order: orderOf(response.data.items), queryNumber: queryNumber + 1 })
  }
  /** Loads again soon; calls within a short while are one request. */
  function reload(): void {
    isOutdated = true
    // Loading takes at most a tenth of the time, however many changes there are.
    const waitMs = Math.min(MAX_GATHER_MS, Math.max(GATHER_MS, lastMs * 10))
    gathering ??= setTimeout(() => {
      gathering = undefined
      // A request under way may have missed the change: it is repeated when it ends.
      if (!isLoading && isOutdated) void load()
    }, waitMs)
  }
  /** Another call within `ms` starts the wait anew. */
  function loadAfter(ms: number): void {
    clearTimeout(typing)
    if (ms === 0) void load()
    else typing = setTimeout(() => void load(), ms)
  }
  return { load, loadAfter, reload }
}

function show(store: StoreApi<Listing>, order: Order, isSame: boolean): void {
  const { queryNumber, selection, order: before } = store.getState()
  store.setState({
    order,
    phase: 'ready',
    error: null,
    queryNumber: isSame ? queryNumber : queryNumber + 1,
    selection: isSame ? carried(selection, before, order) : NOTHING_SELECTED,
  })
}

async function loadFacets(bridge: Bridge, store: StoreApi<Listing>, signal: AbortSignal): Promise<void> {
  const response = await bridge.call('library.facets', queryOf(store.getState().filter))
  if (response.ok && !signal.aborted) store.setState({ facets: response.data })
}

function tryRead(bytes: ArrayBuffer): Order | null {
  try {
    return readOrder(bytes)
  } catch {
    return null
  }
}

/** Names are in the order of the language that is read. */
function languageOf(sort: LibrarySort): Pick<LayoutQuery, 'language'> {
  return sort === 'name' || sort === 'model' ? { language: spoken.getState().language } : {}
}

function queryOf(filter: LibraryFilter): LayoutQuery {
  return patched(filter, { text: filter.text?.trim() })
}
