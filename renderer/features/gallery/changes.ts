/**
 * Changes to assets: marks, tags, titles, collections, the trash. Each is shown at once, sent to the host, reverted where the
 * host refuses, and can be undone with Ctrl+Z until the page is closed.
 *
 * Undo needs the state before the change, so the assets are read first.
 */
import { createStore } from 'zustand/vanilla'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { AssetDetails } from '../../bridge/stores/asset-details.ts'
import { eachGroup, inPages, type Changed } from './calls.ts'
import type { ListingStore } from './listing.ts'
import { changeMembers, withNested } from './members.ts'
import { indexOf } from './order.ts'
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

type Ids = readonly string[]

export interface Undoable {
  readonly kind: ChangeKind
  /** How many assets, or collections, it changed. */
  readonly count: number
  /** Gives how many it brought back where that may be fewer. */
  undo(): Promise<RenderedResult<unknown>>
}

export interface ChangesState {
  /** Undone from the end. */
  readonly undoable: readonly Undoable[]
  /** What was just done, or undone. */
  readonly last: { readonly kind: ChangeKind; readonly count: number; readonly isUndone: boolean } | null
  readonly problem: RenderedFailure | null
  /** Requests that were just sent from here. */
  readonly sent: number
}

interface Change {
  readonly kind: ChangeKind
  readonly ids: Ids
  /** Shows the change before the host has responded. */
  show(): void
  act(page: Ids): Promise<RenderedResult<Changed>>
  /** Takes the change back, given the assets as they were before it. */
  reverse(before: readonly Asset[]): Promise<RenderedResult<unknown>>
}

const OPPOSITE = { trash: 'restore', restore: 'trash' } as const

export class Changes {
  readonly store = createStore<ChangesState>()(() => ({ undoable: [], last: null, problem: null, sent: 0 }))
  readonly #bridge: Bridge
  readonly #details: AssetDetails
  readonly #listing: ListingStore
  /** Changes that the host has not answered. */
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(bridge: Bridge, details: AssetDetails, listing: ListingStore) {
    this.#bridge = bridge
    this.#details = details
    this.#listing = listing
  }

  /** What `undo` takes back again; none where it failed. */
  rate(ids: Ids, rating: number): Promise<Undoable | undefined> {
    return this.#mark('rating', ids, rating)
  }

  /** As `rate`. */
  favorite(ids: Ids, favorite: boolean): Promise<Undoable | undefined> {
    return this.#mark('favorite', ids, favorite)
  }

  /** One that is in both was put on again. */
  changeTags(ids: Ids, add: Ids, takenOff: Ids): Promise<unknown> {
    const remove = takenOff.filter((tag) => !add.includes(tag))
    return this.#change({
      kind: 'tags',
      ids,
      show: () => {
        for (const id of ids) {
          const tags = this.#details.get(id)?.tags ?? []
          const next = [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag))
          this.#details.patch([id], { tags: next })
        }
      },
      act: (page) => this.#update(page, { addTags: [...add], removeTags: [...remove] }),
      reverse: (before) =>
        eachGroup(
          before,
          // Removes only tags that were not there, and adds only tags that were.
          ({ tags }) => {
            const isOn = (tag: string): boolean => tags.includes(tag)
            return JSON.stringify({
              addTags: remove.filter(isOn),
              removeTags: add.filter((tag) => !isOn(tag)),
            })
          },
          (group, key) => this.#update(group, JSON.parse(key) as Record<'addTags' | 'removeTags', string[]>),
        ),
    })
  }

  retitle(id: string, title: string): Promise<unknown> {
    return this.#change({
      kind: 'title',
      ids: [id],
      show: () => this.#details.patch([id], { title }),
      act: (page) => this.#update(page, { title }),
      reverse: ([before]) => this.#update([id], { title: before?.title ?? '' }),
    })
  }

  move(kind: 'trash' | 'restore', ids: Ids): Promise<void> {
    return this.#follow(this.#move(kind, ids))
  }

  async #move(kind: 'trash' | 'restore', ids: Ids): Promise<void> {
    if (ids.length === 0) return
    const call = (to: typeof kind) => (page: Ids) => this.#bridge.call(`library.${to}`, { ids: [...page] })
    const moved: string[] = []
    const response = await inPages(ids, call(kind), (page) => moved.push(...page))
    if (moved.length > 0) {
      this.#listing.drop(this.#placesOf(moved))
      this.#record(kind, moved.length, () => inPages(moved, call(OPPOSITE[kind])))
    }
    if (!response.ok) this.fail(response.error)
  }

  /** Deletes these from the trash permanently; all of it with null. */
  async deleteForGood(ids: Ids | null): Promise<void> {
    const response = await (ids === null
      ? this.#bridge.call('library.emptyTrash', {})
      : inPages(ids, (page) => this.#bridge.call('library.emptyTrash', { ids: [...page] })))
    if (!response.ok) return this.fail(response.error)
    const everything = [{ from: 0, to: this.#listing.getState().order.count }]
    this.#listing.drop(ids === null ? everything : this.#placesOf(ids))
    this.store.setState({ problem: null })
  }

  collect(collectionId: string, ids: Ids): Promise<RenderedResult<unknown>> {
    return this.#follow(this.#changeMembers('collect', [collectionId], ids))
  }

  /** Takes assets out of a collection and of those nested in it, whose assets are listed with its own; they stay in the library. */
  async uncollect(collectionId: string, ids: Ids): Promise<void> {
    const response = await this.#follow(this.#takeOut(collectionId, ids))
    this.store.setState({ problem: response.ok ? null : response.error })
    this.#listing.reload()
  }

  async #takeOut(collectionId: string, ids: Ids): Promise<RenderedResult<unknown>> {
    const all = await withNested(this.#bridge, collectionId)
    return all.ok ? this.#changeMembers('uncollect', all.data, ids) : all
  }

  /** Deletes a collection with those nested in it; their assets stay in the library. */
  removeCollection(id: string): Promise<RenderedResult<unknown>> {
    return this.#follow(this.#removeCollection(id))
  }

  async #removeCollection(id: string): Promise<RenderedResult<unknown>> {
    const response = await this.#bridge.call('collections.remove', { id })
    if (response.ok)
      this.#record('removeCollection', 1, () => this.#bridge.call('collections.restore', { id }))
    else this.fail(response.error)
    return response
  }

  /** Takes back the change that was made last, or this one. One that the host has not answered is waited for; where it fails, nothing is left to undo. */
  async undo(wanted?: Undoable): Promise<void> {
    if (this.#underWay.size > 0) {
      const before = this.store.getState().undoable.at(-1)
      await Promise.allSettled(this.#underWay)
      if (!wanted && this.store.getState().undoable.at(-1) === before) return
    }
    const { undoable } = this.store.getState()
    const latest = wanted ?? undoable.at(-1)
    if (latest === undefined || !undoable.includes(latest)) return
    this.store.setState({ undoable: undoable.filter((one) => one !== latest) })
    const { kind, count, undo } = latest
    const response = await undo()
    if (!response.ok) {
      const after = this.store.getState().undoable
      return this.store.setState({ problem: response.error, undoable: [...after, latest] })
    }
    const undone = typeof response.data === 'number' ? response.data : count
    this.store.setState({ last: { kind, count: undone, isUndone: true }, problem: null })
    this.#listing.reload()
  }

  /** Shows a failure, also of something other than a change. */
  fail(problem: RenderedFailure): undefined {
    this.store.setState({ problem })
  }

  tellSent(sent: number): void {
    this.store.setState({ sent, last: null, problem: null })
  }

  /** Hides `last` and `sent`: they have been shown long enough. A problem stays until it is dismissed. */
  hideLast(): void {
    this.store.setState({ last: null, sent: 0 })
  }

  dismiss(): void {
    this.store.setState({ last: null, problem: null, sent: 0 })
  }

  async #follow<Done>(change: Promise<Done>): Promise<Done> {
    this.#underWay.add(change)
    try {
      return await change
    } finally {
      this.#underWay.delete(change)
    }
  }

  #record(kind: ChangeKind, count: number, undo: Undoable['undo']): Undoable {
    const change = { kind, count, undo }
    const undoable = [...this.store.getState().undoable, change]
    this.store.setState({ undoable, last: { kind, count, isUndone: false }, problem: null })
    return change
  }

  #change(change: Change): Promise<Undoable | undefined> {
    return this.#follow(this.#makeChange(change))
  }

  async #makeChange({ kind, ids, show, act, reverse }: Change): Promise<Undoable | undefined> {
    if (ids.length === 0) return undefined
    const before = await this.#details.read(ids)
    if (!before.ok) return this.fail(before.error)
    const assets = before.data
    show()
    const left = new Map(assets.map((asset) => [asset.id, asset]))
    const response = await inPages(ids, act, (page) => {
      for (const id of page) left.delete(id)
    })
    const changed = assets.filter(({ id }) => !left.has(id))
    const recorded =
      changed.length > 0 ? this.#record(kind, changed.length, () => reverse(changed)) : undefined
    if (response.ok) return recorded
    this.fail(response.error)
    for (const [id, asset] of left) this.#details.patch([id], asset)
    this.#listing.reload()
    return undefined
  }

  #mark<Kind extends 'rating' | 'favorite'>(kind: Kind, ids: Ids, value: Asset[Kind]) {
    return this.#change({
      kind,
      ids,
      show: () => {
        this.#details.patch(ids, { [kind]: value })
        this.#listing.mark(this.#placesOf(ids), { [kind]: value })
      },
      act: (page) => this.#update(page, { [kind]: value }),
      reverse: (before) =>
        eachGroup(
          before,
          (asset) => asset[kind],
          (group, old) => this.#update(group, { [kind]: old }),
        ),
    })
  }

  async #changeMembers(
    kind: 'collect' | 'uncollect',
    collectionIds: Ids,
    ids: Ids,
  ): Promise<RenderedResult<unknown>> {
    const { response, count, undo } = await changeMembers(this.#bridge, kind, collectionIds, ids)
    if (count > 0) this.#record(kind, count, undo)
    return response
  }

  #update(page: Ids, change: Omit<RouteInput<'library.update'>, 'ids'>): Promise<RenderedResult<Changed>> {
    return this.#bridge.call('library.update', { ids: [...page], ...change })
  }

  #placesOf(ids: Ids): Ranges {
    const { order } = this.#listing.getState()
    const places = Int32Array.from(ids, (id) => indexOf(order, id)).filter((place) => place >= 0)
    return rangesOf(places.toSorted())
  }
}
