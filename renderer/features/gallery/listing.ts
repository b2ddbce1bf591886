/**
 * What the gallery lists: the filter and the sort, the whole result set in order, its facets, and what is selected in it.
 *
 * The order is one answer of the host. It is asked for again when the library changes, gathered, one at a time; the
 * selection is carried over, and the grid keeps its place.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/errors.ts'
import type { LayoutQuery, LibraryFacets, LibraryFilter, LibrarySort } from '#contract/library.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { NO_ORDER, readOrder, remarked, without, type Order } from './order.ts'
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
  readonly error: Failure | null
  readonly order: Order
  /** Counts the questions that were answered: another number is another result set, not another state of the same. */
  readonly question: number
  /** null until they were counted once. */
  readonly facets: LibraryFacets | null
  readonly selection: Selection
  load(): Promise<void>
  /** Asks for it again soon: more than one call within a short while is one question. */
  reload(): void
  setFilter(filter: LibraryFilter): void
  setSort(sort: LibrarySort): void
  select(index: number, keys: SelectionKeys): void
  /** Moves the cursor and leaves the selection as it is. */
  moveCursor(index: number): void
  /** What a rectangle touches, beside `before`. */
  selectRanges(touched: Ranges, before: Ranges): void
  selectAll(): void
  clearSelection(): void
  /** Shows at once that these are gone from this list. */
  drop(ranges: Ranges): void
  /** Shows marks at once. */
  mark(
    ranges: Ranges,
    marks: { readonly rating?: number | undefined; readonly favorite?: boolean | undefined },
  ): void
}

export type ListingStore = StoreApi<Listing>

/** A pause in typing that is worth a question. */
const SEARCH_WAIT_MS = 120
/** Changes of the library that come within this are one question. */
const GATHER_MS = 250
/** The first answer of a large library may take long; a change is not to wait for it ten times over. */
const LONGEST_GATHER_MS = 1_500

export function createListing(bridge: Bridge): ListingStore {
  let asking = new AbortController()
  /** The question that `order` answers. */
  let answered: Pick<Listing, 'filter' | 'sort'> | null = null
  let isAsking = false
  let isOutdated = false
  let lastMs = 0
  let typing: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  const store = createStore<Listing>()((set, get) => {
    function take(order: Order, isSame: boolean): void {
      const { question, selection, order: before } = get()
      set({
        order,
        phase: 'ready',
        error: null,
        question: isSame ? question : question + 1,
        selection: isSame ? carried(selection, before, order) : NOTHING_SELECTED,
      })
    }
    async function ask(): Promise<void> {
      asking.abort()
      asking = new AbortController()
      const { signal } = asking
      isAsking = true
      isOutdated = false
      const { filter, sort, phase } = get()
      const isSame = answered?.filter === filter && answered.sort === sort
      if (phase === 'idle' || phase === 'failed') set({ phase: 'loading' })
      const begunAt = Date.now()
      void countFacets(filter, signal)
      const response = await bridge.layout({ ...asked(filter), sort }, signal)
      if (signal.aborted) return
      isAsking = false
      lastMs = Date.now() - begunAt
      const order = response.ok ? tryRead(response.data) : null
      if (order !== null) {
        answered = { filter, sort }
        take(order, isSame)
      } else if (!isSame) {
        // What is shown stays where only its refreshing failed.
        set({ phase: 'failed', error: response.ok ? UNREADABLE : response.error })
      }
      if (isOutdated) get().reload()
    }
    async function countFacets(filter: LibraryFilter, signal: AbortSignal): Promise<void> {
      const response = await bridge.call('library.facets', asked(filter))
      if (response.ok && !signal.aborted) set({ facets: response.data })
    }
    return {
      filter: EVERYTHING,
      sort: 'newest',
      phase: 'idle',
      error: null,
      order: NO_ORDER,
      question: 0,
      facets: null,
      selection: NOTHING_SELECTED,
      load: ask,
      reload() {
        isOutdated = true
        // Asking may take a tenth of the time, however many changes there are.
        gathering ??= setTimeout(
          () => {
            gathering = undefined
            // One that is under way may have missed the change: it is asked again behind it.
            if (!isAsking && isOutdated) void ask()
          },
          Math.min(LONGEST_GATHER_MS, Math.max(GATHER_MS, lastMs * 10)),
        )
      },
      setFilter(filter) {
        const isTyping = filter.text !== get().filter.text
        set({ filter })
        clearTimeout(typing)
        if (isTyping) typing = setTimeout(() => void ask(), SEARCH_WAIT_MS)
        else void ask()
      },
      setSort(sort) {
        if (sort === get().sort) return
        set({ sort })
        void ask()
      },
      select(index, keys) {
        set({ selection: choose(get().selection, index, keys) })
      },
      moveCursor(index) {
        set({ selection: { ...get().selection, anchor: index, focused: index } })
      },
      selectRanges(touched, before) {
        set({ selection: chooseRanges(get().selection, touched, before) })
      },
      selectAll() {
        set({ selection: chooseAll(get().selection, get().order.count) })
      },
      clearSelection() {
        set({ selection: { ...get().selection, ranges: [] } })
      },
      drop(ranges) {
        const { order, selection } = get()
        const left = without(order, ranges)
        set({ order: left, selection: carried(selection, order, left) })
      },
      mark(ranges, marks) {
        set({ order: remarked(get().order, ranges, marks) })
      },
    }
  })

  bridge.on((event) => {
    if (store.getState().phase === 'idle') return
    if (event.name === 'library.changed' || event.name === 'asset.added') store.getState().reload()
    if (event.name === 'collections.changed' && store.getState().filter.collectionId !== undefined)
      store.getState().reload()
  })
  bridge.onReconnect(() => {
    if (store.getState().phase !== 'idle') store.getState().reload()
  })
  return store
}

const UNREADABLE: Failure = {
  code: 'internal',
  message: 'Atelier gave a list that this page cannot read. Reload the page.',
}

function tryRead(bytes: ArrayBuffer): Order | null {
  try {
    return readOrder(bytes)
  } catch {
    return null
  }
}

function asked(filter: LibraryFilter): LayoutQuery {
  return patched(filter, { text: filter.text?.trim() })
}
