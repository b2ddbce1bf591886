/**
 * Changes to assets: marks, tags, titles, collections, the trash. Each is shown at once, sent to the host, reverted where the
 * host refuses, and can be undone with Ctrl+Z until the page is closed.
 *
 * Undo needs the state before the change, so the assets are read first.
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
  /** Undone from the end. */
  readonly undoable: readonly Undoable[]
  /** What was just done, or undone. */
  readonly last: { readonly kind: ChangeKind; readonly count: number; readonly isUndone: boolean } | null
  /** Why the last change failed. */
  readonly problem: Failure | null
  rate(ids: readonly string[], rating: number): Promise<void>
  favorite(ids: readonly string[], favorite: boolean): Promise<void>
  changeTags(ids: readonly string[], add: readonly string[], remove: readonly string[]): Promise<void>
  retitle(id: string, title: string): Promise<void>
  trash(ids: readonly string[]): Promise<void>
  restore(ids: readonly string[]): Promise<void>
  /** Deletes these from the trash permanently; all of it with null. */
  deleteForGood(ids: readonly string[] | null): Promise<void>
  /** Puts assets into a collection. */
  collect(collectionId: string, ids: readonly string[]): Promise<Result<unknown>>
  /** Takes assets out of a collection; they stay in the library. */
  uncollect(collectionId: string, ids: readonly string[]): Promise<void>
  /** Deletes a collection with those nested in it; their assets stay in the library. */
  removeCollection(id: string): Promise<Result<unknown>>
  undo(): Promise<void>
  /** Shows a failure of something other than a change. */
  fail(error: Failure): void
  /** Hides `last` and `problem`. */
  dismiss(): void
}

export type ChangesStore = StoreApi<Changes>

type Update = Omit<RouteInput<'library.update'>, 'ids'>

const MEMBER_ROUTES = { collect: 'collections.add', uncollect: 'collections.drop' } as const
const DONE = { ok: true, data: {} } as const satisfies Result<unknown>

/** Ids in one call. */
const PAGE_SIZE = 10_000

type Deps = Readonly<{ bridge: Bridge; details: AssetDetails; listing: ListingStore }>

export function createChanges(bridge: Bridge, details: AssetDetails, listing: ListingStore): ChangesStore {
  const deps: Deps = { bridge, details, listing }
  const store: ChangesStore = createStore<Changes>()(() => ({
    undoable: [],
    last: null,
    problem: null,
    rate: (ids, rating) => mark(store, deps, 'rating', ids, rating),
    favorite: (ids, favorite) => mark(store, deps, 'favorite', ids, favorite),
    changeTags: (ids, add, remove) => changeTags(store, deps, ids, add, remove),
    retitle: (id, title) =>
      change(store, deps, {
        kind: 'title',
        ids: [id],
        show: () => details.patch([id], { title }),
        act: () => update(bridge, [id], { title }),
        reverse: (before) => update(bridge, [id], { title: before[0]?.title ?? '' }),
      }),
    trash: (ids) => move(store, deps, 'trash', ids),
    restore: (ids) => move(store, deps, 'restore', ids),
    deleteForGood: (ids) => deleteForGood(store, deps, ids),
    collect: (collectionId, ids) => changeMembers(store, bridge, 'collect', collectionId, ids),
    async uncollect(collectionId, ids) {
      const response = await changeMembers(store, bridge, 'uncollect', collectionId, ids)
      store.setState({ problem: response.ok ? null : response.error })
      listing.getState().reload()
    },
    async removeCollection(id) {
      const response = await bridge.call('collections.remove', { id })
      if (response.ok) record(store, 'removeCollection', 1, () => bridge.call('collections.restore', { id }))
      else store.setState({ problem: response.error })
      return response
    },
    undo: () => undo(store, listing),
    fail: (problem) => store.setState({ problem }),
    dismiss: () => store.setState({ last: null, problem: null }),
  }))
  return store
}

function record(store: ChangesStore, kind: ChangeKind, count: number, undo: Undoable['undo']): void {
  const undoable = [...store.getState().undoable, { kind, count, undo }]
  store.setState({ undoable, last: { kind, count, isUndone: false }, problem: null })
}

async function undo(store: ChangesStore, listing: ListingStore): Promise<void> {
  const { undoable } = store.getState()
  const latest = undoable.at(-1)
  if (latest === undefined) return
  store.setState({ undoable: undoable.slice(0, -1) })
  const response = await latest.undo()
  if (!response.ok) {
    store.setState({ problem: response.error, undoable: [...store.getState().undoable, latest] })
    return
  }
  store.setState({ last: { kind: latest.kind, count: latest.count, isUndone: true }, problem: null })
  listing.getState().reload()
}

interface Change {
  readonly kind: ChangeKind
  readonly ids: readonly string[]
  /** Shows the change before the host has responded. */
  show(): void
  act(): Promise<Result<unknown>>
  /** Takes the change back, given the assets as they were before it. */
  reverse(before: readonly Asset[]): Promise<Result<unknown>>
}

async function change(store: ChangesStore, { details, listing }: Deps, what: Change): Promise<void> {
  const { kind, ids, show, act, reverse } = what
  if (ids.length === 0) return
  const before = await details.read(ids)
  if (!before.ok) return store.setState({ problem: before.error })
  const assets = before.data
  show()
  const response = await act()
  if (response.ok) return record(store, kind, assets.length, () => reverse(assets))
  store.setState({ problem: response.error })
  for (const asset of assets) details.patch([asset.id], asset)
  listing.getState().reload()
}

function mark<Kind extends 'rating' | 'favorite'>(
  store: ChangesStore,
  deps: Deps,
  kind: Kind,
  ids: readonly string[],
  value: Asset[Kind],
): Promise<void> {
  const { bridge, details, listing } = deps
  return change(store, deps, {
    kind,
    ids,
    show() {
      details.patch(ids, { [kind]: value })
      listing.getState().mark(placesOf(listing, ids), { [kind]: value })
    },
    act: () => update(bridge, ids, { [kind]: value }),
    reverse(before) {
      const undoGroup = (group: readonly string[], old: Asset[Kind]) => update(bridge, group, { [kind]: old })
      return eachGroup(before, (asset) => asset[kind], undoGroup)
    },
  })
}

function changeTags(
  store: ChangesStore,
  deps: Deps,
  ids: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<void> {
  const { bridge, details } = deps
  return change(store, deps, {
    kind: 'tags',
    ids,
    show() {
      for (const id of ids) {
        const tags = details.get(id)?.tags ?? []
        details.patch([id], { tags: [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag)) })
      }
    },
    act: () => update(bridge, ids, { addTags: [...add], removeTags: [...remove] }),
    reverse: (before) =>
      eachGroup(
        before,
        // Removes only tags that were not there, and adds only tags that were.
        ({ tags }) => {
          const isOn = (tag: string): boolean => tags.includes(tag)
          return JSON.stringify([remove.filter(isOn), add.filter((tag) => !isOn(tag))])
        },
        (group, key) => {
          const [addTags, removeTags] = JSON.parse(key) as [string[], string[]]
          return update(bridge, group, { addTags, removeTags })
        },
      ),
  })
}

async function move(
  store: ChangesStore,
  { bridge, listing }: Deps,
  kind: 'trash' | 'restore',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  const call = (to: typeof kind) => inPages(ids, (page) => bridge.call(`library.${to}`, { ids: [...page] }))
  const response = await call(kind)
  if (!response.ok) return store.setState({ problem: response.error })
  listing.getState().drop(placesOf(listing, ids))
  record(store, kind, ids.length, () => call(kind === 'trash' ? 'restore' : 'trash'))
}

async function deleteForGood(
  store: ChangesStore,
  { bridge, listing }: Deps,
  ids: readonly string[] | null,
): Promise<void> {
  const response = await (ids === null
    ? bridge.call('library.emptyTrash', {})
    : inPages(ids, (page) => bridge.call('library.emptyTrash', { ids: [...page] })))
  if (!response.ok) return store.setState({ problem: response.error })
  const { order, drop } = listing.getState()
  drop(ids === null ? [{ from: 0, to: order.count }] : placesOf(listing, ids))
  store.setState({ problem: null })
}

/** Undo changes only the assets that the host says it changed. */
async function changeMembers(
  store: ChangesStore,
  bridge: Bridge,
  kind: 'collect' | 'uncollect',
  id: string,
  ids: readonly string[],
): Promise<Result<unknown>> {
  const changed: string[] = []
  const response = await inPages(ids, async (page) => {
    const result = await bridge.call(MEMBER_ROUTES[kind], { id, assetIds: [...page] })
    if (result.ok) changed.push(...result.data.assetIds)
    return result
  })
  const reverse = MEMBER_ROUTES[kind === 'collect' ? 'uncollect' : 'collect']
  if (changed.length > 0)
    record(store, kind, changed.length, () =>
      inPages(changed, (page) => bridge.call(reverse, { id, assetIds: [...page] })),
    )
  return response
}

function update(bridge: Bridge, ids: readonly string[], change: Update): Promise<Result<unknown>> {
  return inPages(ids, (page) => bridge.call('library.update', { ids: [...page], ...change }))
}

function placesOf(listing: ListingStore, ids: readonly string[]): Ranges {
  const { order } = listing.getState()
  const places = Int32Array.from(ids, (id) => indexOf(order, id)).filter((place) => place >= 0)
  return rangesOf(places.toSorted())
}

/** Calls once for each page of ids, in order; ends with the first that fails. */
async function inPages(
  ids: readonly string[],
  call: (page: readonly string[]) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const response = await call(ids.slice(at, at + PAGE_SIZE))
    if (!response.ok) return response
  }
  return DONE
}

/** Calls `act` once for each group of assets with the same key; ends with the first that fails. */
async function eachGroup<Key>(
  assets: readonly Asset[],
  keyOf: (asset: Asset) => Key,
  act: (ids: readonly string[], key: Key) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  for (const [key, group] of Map.groupBy(assets, keyOf)) {
    const ids = group.map(({ id }) => id)
    const response = await act(ids, key)
    if (!response.ok) return response
  }
  return DONE
}
