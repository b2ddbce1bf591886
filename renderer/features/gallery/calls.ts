/** Calls about many assets, made one after the other. */
import type { RenderedResult } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'

type Ids = readonly string[]

/** Ids in one call. */
const PAGE_SIZE = 10_000
const DONE: RenderedResult<unknown> = { ok: true, data: {} }

export type Changed = { readonly changed: number } | { readonly deleted: number }

/**
 * Calls once for each page of ids, in order; ends with the first that fails. Gives how many the host changed or deleted; `onDone` is told of
 * each page that was done.
 */
export async function inPages(
  ids: Ids,
  call: (page: Ids) => Promise<RenderedResult<Changed>>,
  onDone?: (page: Ids) => void,
): Promise<RenderedResult<number>> {
  let count = 0
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const page = ids.slice(at, at + PAGE_SIZE)
    const response = await call(page)
    if (!response.ok) return response
    count += 'changed' in response.data ? response.data.changed : response.data.deleted
    onDone?.(page)
  }
  return { ok: true, data: count }
}

/** Calls `act` once for each of them, in order; ends with the first that fails. */
export async function eachInOrder<One>(
  all: Iterable<One>,
  act: (one: One) => Promise<RenderedResult<unknown>>,
): Promise<RenderedResult<unknown>> {
  for (const one of all) {
    const response = await act(one)
    if (!response.ok) return response
  }
  return DONE
}

/** Calls `act` once for each page of each group of assets with the same key; ends with the first that fails. */
export function eachGroup<Key>(
  assets: readonly Asset[],
  keyOf: (asset: Asset) => Key,
  act: (page: Ids, key: Key) => Promise<RenderedResult<Changed>>,
): Promise<RenderedResult<unknown>> {
  return eachInOrder(Map.groupBy(assets, keyOf), ([key, group]) =>
    inPages(
      group.map(({ id }) => id),
      (page) => act(page, key),
    ),
  )
}
