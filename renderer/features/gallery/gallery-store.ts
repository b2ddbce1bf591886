/**
 * The part of the library that the gallery shows: one query, its pages, the selection, and the last thing to undo.
 *
 * Changes are shown at once and then follow the host's events.
 */
import type { Asset } from '#contract/asset.ts'
import type { Failure } from '#contract/errors.ts'
import type { MediaType } from '#contract/model.ts'
import type { RouteInput } from '#contract/routes.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../bridge/bridge.ts'
import { choose, forget, NOTHING_SELECTED, type Selection, type SelectionKeys } from './selection.ts'

export interface GalleryFilter {
  readonly text: string
  readonly media: MediaType | null
  readonly favorite: boolean
  readonly trashed: boolean
}

export interface Gallery {
  readonly filter: GalleryFilter
  readonly assets: readonly Asset[]
  readonly total: number
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  readonly nextCursor: string | null
  readonly selection: Selection
  /** Index into ROW_HEIGHTS. */
  readonly zoom: number
  readonly undoable: { readonly kind: 'trash' | 'restore'; readonly ids: readonly string[] } | null
  load(): Promise<void>
  loadMore(): Promise<void>
  setFilter(patch: Partial<GalleryFilter>): void
  setZoom(zoom: number): void
  select(id: string, keys: SelectionKeys): void
  selectAll(): void
  clearSelection(): void
  update(ids: readonly string[], change: Pick<Partial<Asset>, 'rating' | 'favorite'>): Promise<void>
  move(kind: 'trash' | 'restore', ids: readonly string[]): Promise<void>
  undo(): Promise<void>
  dismissUndo(): void
}

export type GalleryStore = StoreApi<Gallery>

/** Heights of a row in pixels, from tiny to large. */
export const ROW_HEIGHTS = [96, 140, 200, 280, 400] as const
const PAGE_SIZE = 300
const SEARCH_WAIT_MS = 160
/** More changed assets than this are read again as a page. */
const FEW = 60
const ZOOM_KEY = 'atelier.gallery.zoom'

export function createGalleryStore(
  bridge: Bridge,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): GalleryStore {
  let generation = 0
  let loadingMore = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const savedZoom = Number(storage.getItem(ZOOM_KEY) ?? 2)

  const store = createStore<Gallery>()((set, get) => {
    const order = (): readonly string[] => get().assets.map(({ id }) => id)
    function drop(ids: readonly string[]): void {
      const { assets, total, selection } = get()
      const kept = assets.filter(({ id }) => !ids.includes(id))
      set({
        assets: kept,
        total: total - (assets.length - kept.length),
        selection: forget(selection, order(), ids),
      })
    }
    return {
      filter: { text: '', media: null, favorite: false, trashed: false },
      assets: [],
      total: 0,
      phase: 'idle',
      error: null,
      nextCursor: null,
      selection: NOTHING_SELECTED,
      zoom: Number.isInteger(savedZoom) && savedZoom in ROW_HEIGHTS ? savedZoom : 2,
      undoable: null,
      async load() {
        const mine = ++generation
        if (get().assets.length === 0) set({ phase: 'loading' })
        const answer = await bridge.call('library.query', { ...ask(get().filter), limit: PAGE_SIZE })
        if (mine !== generation) return
        loadingMore = false
        if (!answer.ok) set({ phase: 'failed', error: answer.error })
        else {
          const { items, nextCursor, total } = answer.data
          set({ assets: items, nextCursor, total, phase: 'ready', error: null })
        }
      },
      async loadMore() {
        const { nextCursor, filter } = get()
        if (nextCursor === null || loadingMore) return
        const mine = generation
        loadingMore = true
        const answer = await bridge.call('library.query', {
          ...ask(filter),
          limit: PAGE_SIZE,
          cursor: nextCursor,
        })
        loadingMore = false
        if (mine !== generation || !answer.ok) return
        const known = new Set(order())
        const fresh = answer.data.items.filter(({ id }) => !known.has(id))
        set({
          assets: [...get().assets, ...fresh],
          nextCursor: answer.data.nextCursor,
          total: answer.data.total,
        })
      },
      setFilter(patch) {
        set({ filter: { ...get().filter, ...patch }, selection: NOTHING_SELECTED })
        clearTimeout(timer)
        timer = setTimeout(() => void get().load(), 'text' in patch ? SEARCH_WAIT_MS : 0)
      },
      setZoom(zoom) {
        const next = Math.min(ROW_HEIGHTS.length - 1, Math.max(0, zoom))
        storage.setItem(ZOOM_KEY, String(next))
        set({ zoom: next })
      },
      select(id, keys) {
        set({ selection: choose(get().selection, order(), id, keys) })
      },
      selectAll() {
        set({ selection: { ...get().selection, ids: new Set(order()) } })
      },
      clearSelection() {
        set({ selection: { ...get().selection, ids: new Set() } })
      },
      async update(ids, change) {
        const before = get().assets
        set({ assets: before.map((asset) => (ids.includes(asset.id) ? { ...asset, ...change } : asset)) })
        const answer = await bridge.call('library.update', { ids: [...ids], ...change })
        if (!answer.ok) set({ assets: before, error: answer.error })
      },
      async move(kind, ids) {
        if (ids.length === 0) return
        const answer = await bridge.call(`library.${kind}`, { ids: [...ids] })
        if (!answer.ok) set({ error: answer.error })
        else {
          drop(ids)
          set({ undoable: { kind, ids } })
        }
      },
      async undo() {
        const { undoable } = get()
        if (undoable === null) return
        set({ undoable: null })
        const kind = undoable.kind === 'trash' ? 'restore' : 'trash'
        const answer = await bridge.call(`library.${kind}`, { ids: [...undoable.ids] })
        if (answer.ok) await get().load()
        else set({ error: answer.error })
      },
      dismissUndo() {
        set({ undoable: null })
      },
    }
  })

  async function readAgain(ids: readonly string[]): Promise<void> {
    const { load, assets, filter } = store.getState()
    if (ids.length > FEW) return load()
    const shown = ids.filter((id) => assets.some((asset) => asset.id === id))
    const answers = await Promise.all(shown.map((id) => bridge.call('library.get', { id })))
    const fresh = new Map(
      answers.flatMap((answer) => (answer.ok ? [[answer.data.id, answer.data] as const] : [])),
    )
    const belongs = (asset: Asset): boolean => (asset.trashedAt !== undefined) === filter.trashed
    const kept = store
      .getState()
      .assets.map((asset) => fresh.get(asset.id) ?? asset)
      .filter(belongs)
    store.setState({ assets: kept })
    if (shown.length < ids.length) await load()
  }
  bridge.on((event) => {
    if (store.getState().phase === 'idle') return
    if (event.name === 'library.changed') void readAgain(event.data.ids)
    if (event.name !== 'asset.added') return
    const { filter, assets, total, load } = store.getState()
    if (filter.trashed) return
    const isPlain = filter.text === '' && filter.media === null && !filter.favorite
    if (!isPlain) return void load()
    if (assets.some(({ id }) => id === event.data.asset.id)) return
    store.setState({ assets: [event.data.asset, ...assets], total: total + 1 })
  })
  bridge.onReconnect(() => void (store.getState().phase !== 'idle' && store.getState().load()))
  return store
}

function ask(filter: GalleryFilter): RouteInput<'library.query'> {
  const text = filter.text.trim()
  return {
    ...(text === '' ? {} : { text }),
    ...(filter.media === null ? {} : { mediaTypes: [filter.media] }),
    ...(filter.favorite ? { favorite: true } : {}),
    ...(filter.trashed ? { trashed: true } : {}),
    sort: 'newest',
  }
}

/** What an action is about: the selection, or else the item with the cursor. */
export function targets({ ids, focused }: Selection): readonly string[] {
  if (ids.size > 0) return [...ids]
  return focused === null ? [] : [focused]
}
