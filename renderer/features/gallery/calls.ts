/** Calls about many assets, made one after the other. */
import type { RenderedResult } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'

type Ids = readonly string[]

/** Ids in one call. */
const PAGE_SIZE = 10_000
const DONE: RenderedResult<unknown> = { ok: true, data: {} }

type Changed = { readonly changed: number } | { readonly deleted: number }

/** Calls once for each page of ids, in order; ends with the first that fails. Gives how many the host changed or deleted. */
export async function inPages(
  ids: Ids,
  call: (page: Ids) => Promise<RenderedResult<Changed>>,
): Promise<RenderedResult<number>> {
  let count = 0
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const response = await call(ids.slice(at, at + PAGE_SIZE))
    if (!response.ok) return response
    count += 'changed' in response.data ? response.data.changed : response.data.deleted
  }
  return { ok: true, data: count }
}

/** Calls `act` once for each group of assets with the same key; ends with the first that fails. */
export async function eachGroup<Key>(
  assets: readonly Asset[],
  keyOf: (asset: Asset) => Key,
  act: (ids: Ids, key: Key) => Promise<RenderedResult<unknown>>,
): Promise<RenderedResult<unknown>> {
  for (const [key, group] of Map.groupBy(assets, keyOf)) {
    const ids = group.map(({ id }) => id)
    const response = await act(ids, key)
    if (!response.ok) return response
  }
  return DONE
}
