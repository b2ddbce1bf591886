/**
 * Details of the assets that a large grid shows: asked for many at once, a bounded number kept, the longest unseen
 * forgotten first.
 *
 * Whoever shows an asset subscribes to it alone; thousands of changes elsewhere do not wake it.
 */
import type { Result } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { Bridge, Unsubscribe } from '../bridge.ts'

/** Never fewer than a window can show at the smallest size. */
const MOST_KEPT = 3_000
/** The most that one call takes. */
export const PAGE_SIZE = 500

export interface AssetDetails {
  get(id: string): Asset | undefined
  /**
   * Asks for those of `ids` that are not known. One call is under way at a time; what was wanted meanwhile and no longer
   * is, is not asked for: only the last `want` counts.
   */
  want(ids: readonly string[]): void
  /** Every one of `ids` that exists, known or asked for; in order. Fails with the first call that fails. */
  read(ids: readonly string[]): Promise<Result<readonly Asset[]>>
  /** Shows a change before the host has answered. */
  patch(ids: readonly string[], change: Partial<Asset>): void
  /** What is known of these may be out of date; those that somebody looks at are asked for again. */
  refresh(ids: readonly string[]): void
  subscribe(id: string, listener: () => void): Unsubscribe
}

export function createAssetDetails(bridge: Bridge, mostKept = MOST_KEPT): AssetDetails {
  const known = new Map<string, Asset>()
  const listeners = new Map<string, Set<() => void>>()
  /** Counts what `refresh` and `patch` said of an asset: an answer from before is thrown away. */
  const versions = new Map<string, number>()
  let wanted: readonly string[] = []
  let asking = false

  function tell(id: string): void {
    for (const listener of Array.from(listeners.get(id) ?? [])) listener()
  }
  function keep(asset: Asset): void {
    known.delete(asset.id)
    known.set(asset.id, asset)
    tell(asset.id)
  }
  function trim(): void {
    for (const id of known.keys()) {
      if (known.size <= mostKept) return
      if (!listeners.has(id)) known.delete(id)
    }
  }
  function outdate(id: string): void {
    versions.set(id, (versions.get(id) ?? 0) + 1)
  }
  async function ask(ids: readonly string[]): Promise<Result<{ readonly items: readonly Asset[] }>> {
    const before = ids.map((id) => versions.get(id))
    const response = await bridge.call('library.getMany', { ids: [...ids] })
    if (!response.ok) return response
    const stale = new Set(ids.filter((id, at) => versions.get(id) !== before[at]))
    for (const asset of response.data.items) if (!stale.has(asset.id)) keep(asset)
    trim()
    return response
  }
  async function askWanted(): Promise<void> {
    if (asking) return
    asking = true
    for (;;) {
      const missing = wanted.filter((id) => !known.has(id)).slice(0, PAGE_SIZE)
      if (missing.length === 0) break
      const response = await ask(missing)
      // What the host does not know, or cannot say, is not asked for again by itself.
      const unanswered = new Set(missing.filter((id) => !known.has(id)))
      wanted = response.ok ? wanted.filter((id) => !unanswered.has(id)) : []
    }
    asking = false
  }

  return {
    get: (id) => known.get(id),
    want(ids) {
      wanted = ids
      void askWanted()
    },
    async read(ids) {
      const items: Asset[] = []
      for (let at = 0; at < ids.length; at += PAGE_SIZE) {
        const page = ids.slice(at, at + PAGE_SIZE)
        const missing = page.filter((id) => !known.has(id))
        const found = new Map(page.flatMap((id) => pair(known.get(id))))
        if (missing.length > 0) {
          const response = await ask(missing)
          if (!response.ok) return response
          for (const asset of response.data.items) found.set(asset.id, asset)
        }
        items.push(...page.flatMap((id) => found.get(id) ?? []))
      }
      return { ok: true, data: items }
    },
    patch(ids, change) {
      for (const id of ids) {
        const asset = known.get(id)
        if (asset === undefined) continue
        outdate(id)
        known.set(id, { ...asset, ...change })
        tell(id)
      }
    },
    refresh(ids) {
      const shown = ids.filter((id) => listeners.has(id))
      for (const id of ids) {
        outdate(id)
        // What is on the screen stays there until the answer comes.
        if (!listeners.has(id)) known.delete(id)
      }
      void (async () => {
        for (let at = 0; at < shown.length; at += PAGE_SIZE) await ask(shown.slice(at, at + PAGE_SIZE))
      })()
    },
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
      }
    },
  }
}

function pair(asset: Asset | undefined): readonly (readonly [string, Asset])[] {
  return asset === undefined ? [] : [[asset.id, asset]]
}
