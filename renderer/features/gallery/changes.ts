/**
 * What the user does to assets: marks, tags, titles, collections, the trash. Each is shown at once, told to the host, taken back where
 * the host refuses, and kept for Ctrl+Z until the page is closed.
 *
 * To take a change back it must be known what was there before, so the assets are read before they are changed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Result } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { AssetDetails } from '../../bridge/stores/asset-details.ts'
import { indexOf } from './order.ts'
import type { ListingStore } from './listing.ts'
import { rangesOf, type Ranges } from './ranges.ts'
import { inPages } from './in-pages.ts'

export type ChangeKind =
  | 'trash'
  | 'restore'
  | 'rating'
  | 'favorite'
  | 'tags'
  | 'title'
  | 'collect'
  | 'uncollect'
  | 'removeCollection'

export interface Undoable {
  readonly kind: ChangeKind
  /** How many assets, or collections, it changed. */
  readonly count: number
  undo(): Promise<Result<unknown>>
}

export interface Changes {
  /** The last one is undone first. */
  readonly undoable: readonly Undoable[]
  /** What was just done, or undone. */
  readonly last: { readonly kind: ChangeKind; readonly count: number; readonly isUndone: boolean } | null
  /** Why the last thing that was asked for did not happen. */
  readonly problem: Failure | null
  rate(ids: readonly string[], rating: number): Promise<void>
  favorite(ids: readonly string[], favorite: boolean): Promise<void>
  changeTags(ids: readonly string[], add: readonly string[], remove: readonly string[]): Promise<void>
  retitle(id: string, title: string): Promise<void>
  trash(ids: readonly string[]): Promise<void>
  restore(ids: readonly string[]): Promise<void>
  /** Deletes from the trash, for good: all of it, or only these. */
  deleteForGood(ids: readonly string[] | null): Promise<void>
  /** Puts assets into a collection. */
  collect(collectionId: string, ids: readonly string[]): Promise<Result<unknown>>
  /** Takes assets out of a collection; they stay in the library. */
  uncollect(collectionId: string, ids: readonly string[]): Promise<void>
  /** Deletes a collection with those nested in it; their assets stay in the library. */
  removeCollection(id: string): Promise<Result<unknown>>
  undo(): Promise<void>
  /** Says that something else than a change went wrong, where the user looks for it. */
  fail(error: Failure): void
  /** Puts the last words away. */
  dismiss(): void
}

export type ChangesStore = StoreApi<Changes>

type Update = Omit<RouteInput<'library.update'>, 'ids'>

const MEMBER_ROUTES = { collect: 'collections.add', uncollect: 'collections.drop' } as const

export function createChanges(bridge: Bridge, details: AssetDetails, listing: ListingStore): ChangesStore {
  const update = (ids: readonly string[], change: Update) =>
    inPages(ids, (page) => bridge.call('library.update', { ids: [...page], ...change }))
  const move = (kind: 'trash' | 'restore', ids: readonly string[]) =>
    inPages(ids, (page) => bridge.call(`library.${kind}`, { ids: [...page] }))
  const placesOf = (ids: readonly string[]): Ranges => {
    const { order } = listing.getState()
    const places = Int32Array.from(ids, (id) => indexOf(order, id)).filter((place) => place >= 0)
    return rangesOf(places.toSorted())
  }

  return createStore<Changes>()((set, get) => {
    function done(kind: ChangeKind, count: number, undo: Undoable['undo']): void {
      const last = { kind, count, isUndone: false }
      set({ undoable: [...get().undoable, { kind, count, undo }], last, problem: null })
    }
    /** Does `act`, with the assets as they were before it; afterwards `reverse` can take it back. */
    async function change(
      kind: ChangeKind,
      ids: readonly string[],
      show: (ids: readonly string[]) => void,
      act: () => Promise<Result<unknown>>,
      reverse: (before: readonly Asset[]) => Promise<Result<unknown>>,
    ): Promise<void> {
      if (ids.length === 0) return
      const before = await details.read(ids)
      if (!before.ok) return set({ problem: before.error })
      const assets = before.data
      show(ids)
      const response = await act()
      if (response.ok) return done(kind, assets.length, () => reverse(assets))
      set({ problem: response.error })
      for (const asset of assets) details.patch([asset.id], asset)
      listing.getState().reload()
    }
    async function moveAll(kind: 'trash' | 'restore', ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const response = await move(kind, ids)
      if (!response.ok) return set({ problem: response.error })
      listing.getState().drop(placesOf(ids))
      done(kind, ids.length, () => move(kind === 'trash' ? 'restore' : 'trash', ids))
    }
    /** Only what came in is taken out again, and only what was in is put back. */
    async function changeMembers(
      kind: 'collect' | 'uncollect',
      id: string,
      ids: readonly string[],
    ): Promise<Result<unknown>> {
      const changed: string[] = []
      const response = await inPages(ids, async (page) => {
        const route = MEMBER_ROUTES[kind]
        const told = await bridge.call(route, { id, assetIds: [...page] })
        if (told.ok) changed.push(...told.data.assetIds)
        return told
      })
      const back = MEMBER_ROUTES[kind === 'collect' ? 'uncollect' : 'collect']
      if (changed.length > 0)
        done(kind, changed.length, () =>
          inPages(changed, (page) => bridge.call(back, { id, assetIds: [...page] })),
        )
      return response
    }
    return {
      undoable: [],
      last: null,
      problem: null,
      rate: (ids, rating) =>
        change(
          'rating',
          ids,
          (shown) => {
            details.patch(shown, { rating })
            listing.getState().mark(placesOf(shown), { rating })
          },
          () => update(ids, { rating }),
          (before) =>
            eachGroup(
              before,
              (asset) => asset.rating,
              (group, old) => update(group, { rating: old }),
            ),
        ),
      favorite: (ids, favorite) =>
        change(
          'favorite',
          ids,
          (shown) => {
            details.patch(shown, { favorite })
            listing.getState().mark(placesOf(shown), { favorite })
          },
          () => update(ids, { favorite }),
          (before) =>
            eachGroup(
              before,
              (asset) => asset.favorite,
              (group, old) => update(group, { favorite: old }),
            ),
        ),
      changeTags: (ids, add, remove) =>
        change(
          'tags',
          ids,
          (shown) => {
            for (const id of shown) {
              const tags = details.get(id)?.tags ?? []
              details.patch([id], {
                tags: [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)),
              })
            }
          },
          () => update(ids, { addTags: [...add], removeTags: [...remove] }),
          (before) =>
            eachGroup(
              before,
              // Only what was not there is taken off again, and only what was there is put back.
              ({ tags }) =>
                JSON.stringify([
                  remove.filter((tag) => tags.includes(tag)),
                  add.filter((tag) => !tags.includes(tag)),
                ]),
              (group, key) => {
                const [addTags, removeTags] = JSON.parse(key) as [string[], string[]]
                return update(group, { addTags, removeTags })
              },
            ),
        ),
      retitle: (id, title) =>
        change(
          'title',
          [id],
          (shown) => details.patch(shown, { title }),
          () => update([id], { title }),
          (before) => update([id], { title: before[0]?.title ?? '' }),
        ),
      trash: (ids) => moveAll('trash', ids),
      restore: (ids) => moveAll('restore', ids),
      async deleteForGood(ids) {
        const response = await (ids === null
          ? bridge.call('library.emptyTrash', {})
          : inPages(ids, (page) => bridge.call('library.emptyTrash', { ids: [...page] })))
        if (!response.ok) return set({ problem: response.error })
        const { order, drop } = listing.getState()
        drop(ids === null ? [{ from: 0, to: order.count }] : placesOf(ids))
        set({ problem: null })
      },
      collect: (collectionId, ids) => changeMembers('collect', collectionId, ids),
      async uncollect(collectionId, ids) {
        const response = await changeMembers('uncollect', collectionId, ids)
        set({ problem: response.ok ? null : response.error })
        listing.getState().reload()
      },
      async removeCollection(id) {
        const response = await bridge.call('collections.remove', { id })
        if (response.ok) done('removeCollection', 1, () => bridge.call('collections.restore', { id }))
        else set({ problem: response.error })
        return response
      },
      async undo() {
        const latest = get().undoable.at(-1)
        if (latest === undefined) return
        set({ undoable: get().undoable.slice(0, -1) })
        const response = await latest.undo()
        if (!response.ok) return set({ problem: response.error, undoable: [...get().undoable, latest] })
        set({ last: { kind: latest.kind, count: latest.count, isUndone: true }, problem: null })
        listing.getState().reload()
      },
      fail(error) {
        set({ problem: error })
      },
      dismiss() {
        set({ last: null, problem: null })
      },
    }
  })
}

/** Calls `act` once for each group of assets with the same key; ends with the first that fails. */
async function eachGroup<Key>(
  assets: readonly Asset[],
  keyOf: (asset: Asset) => Key,
  act: (ids: readonly string[], key: Key) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  for (const [key, group] of Map.groupBy(assets, keyOf)) {
    const response = await act(
      group.map(({ id }) => id),
      key,
    )
    if (!response.ok) return response
  }
  return { ok: true, data: {} }
}
