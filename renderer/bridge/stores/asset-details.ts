/**
 * Details of the assets that a large grid shows: loaded in pages, a bounded number kept, the oldest dropped first.
 *
 * A component subscribes to one asset; changes of others do not render it.
 */
import type { RenderedResult } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { Bridge, Unsubscribe } from '../bridge.ts'

/** Never fewer than a window can show at the smallest size. */
const MAX_KEPT = 3_000
/** The most ids that one call takes. */
const PAGE_SIZE = 500

export class AssetDetails {
  readonly #bridge: Bridge
  readonly #mostKept: number
  readonly #known = new Map<string, Asset>()
  readonly #listeners = new Map<string, Set<() => void>>()
  /** Counts `refresh` and `patch` of each asset: a response from before them is ignored. */
  readonly #versions = new Map<string, number>()
  readonly #needed = new Set<string>()
  #wanted: readonly string[] = []
  #isLoading = false

  constructor(bridge: Bridge, mostKept = MAX_KEPT) {
    this.#bridge = bridge
    this.#mostKept = mostKept
    bridge.on((event) => {
      if (event.name === 'asset.added') this.#keep(event.data.asset)
      if (event.name === 'library.changed') this.refresh(event.data.ids)
    })
  }

  get(id: string): Asset | undefined {
    return this.#known.get(id)
  }

  /** Loads those of `ids` that are not known, with one call at a time. Only the last `want` counts. */
  want(ids: readonly string[]): void {
    this.#wanted = ids
    void this.#loadWanted()
  }

  /** Loads one unless it is known or on its way. */
  async need(id: string): Promise<void> {
    if (this.#known.has(id) || this.#needed.has(id)) return
    this.#needed.add(id)
    await this.#load([id])
    this.#needed.delete(id)
  }

  /** Every one of `ids` that exists, in order. Fails with the first call that fails. */
  async read(ids: readonly string[]): Promise<RenderedResult<readonly Asset[]>> {
    const items: Asset[] = []
    for (let at = 0; at < ids.length; at += PAGE_SIZE) {
      const page = ids.slice(at, at + PAGE_SIZE)
      const found = new Map(page.map((id) => [id, this.#known.get(id)]))
      const missing = page.filter((id) => found.get(id) === undefined)
      if (missing.length > 0) {
        const response = await this.#load(missing)
        if (!response.ok) return response
        for (const asset of response.data.items) found.set(asset.id, asset)
      }
      items.push(...page.flatMap((id) => found.get(id) ?? []))
    }
    return { ok: true, data: items }
  }

  /** Shows a change before the host has responded. */
  patch(ids: readonly string[], change: Partial<Asset>): void {
    for (const id of ids) {
      const asset = this.#known.get(id)
      if (asset === undefined) continue
      this.#outdate(id)
      this.#known.set(id, { ...asset, ...change })
      this.#notify(id)
    }
  }

  /** These may be out of date: loads those that are shown again, drops the others. */
  refresh(ids: readonly string[]): void {
    const shown = ids.filter((id) => this.#listeners.has(id))
    for (const id of ids) {
      this.#outdate(id)
      // What is on the screen stays there until the response comes.
      if (!this.#listeners.has(id)) this.#known.delete(id)
    }
    void this.#reload(shown)
  }

  subscribe(id: string, listener: () => void): Unsubscribe {
    const own = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0) this.#listeners.delete(id)
    }
  }

  async #reload(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += PAGE_SIZE) await this.#load(ids.slice(at, at + PAGE_SIZE))
  }

  async #loadWanted(): Promise<void> {
    if (this.#isLoading) return
    this.#isLoading = true
    for (;;) {
      const missing = this.#wanted.filter((id) => !this.#known.has(id)).slice(0, PAGE_SIZE)
      if (missing.length === 0) break
      const response = await this.#load(missing)
      // What the host does not know is not asked for again.
      const unknown = new Set(missing.filter((id) => !this.#known.has(id)))
      this.#wanted = response.ok ? this.#wanted.filter((id) => !unknown.has(id)) : []
    }
    this.#isLoading = false
  }

  async #load(ids: readonly string[]): Promise<RenderedResult<{ readonly items: readonly Asset[] }>> {
    const before = ids.map((id) => this.#versions.get(id))
    const response = await this.#bridge.call('library.getMany', { ids: [...ids] })
    if (!response.ok) return response
    const stale = new Set(ids.filter((id, at) => this.#versions.get(id) !== before[at]))
    for (const asset of response.data.items) if (!stale.has(asset.id)) this.#keep(asset)
    this.#trim()
    return response
  }

  #keep(asset: Asset): void {
    this.#known.delete(asset.id)
    this.#known.set(asset.id, asset)
    this.#notify(asset.id)
  }

  /** Not `lru-cache`: an asset that is on the screen is never dropped, however many are read meanwhile. */
  #trim(): void {
    for (const id of this.#known.keys()) {
      if (this.#known.size <= this.#mostKept) return
      if (!this.#listeners.has(id)) this.#known.delete(id)
    }
  }

  #outdate(id: string): void {
    this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1)
  }

  #notify(id: string): void {
    for (const listener of Array.from(this.#listeners.get(id) ?? [])) listener()
  }
}
