/** Puts assets into collections and takes them out, and knows the way back. */
import type { RenderedResult } from '#contract/errors.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { eachInOrder, inPages } from './calls.ts'

type Ids = readonly string[]

const ROUTES = { collect: 'collections.add', uncollect: 'collections.drop' } as const
const OPPOSITE = { collect: 'uncollect', uncollect: 'collect' } as const

/** The collection and all that are nested in it. */
export async function withNested(bridge: Bridge, collectionId: string): Promise<RenderedResult<Ids>> {
  const all = await bridge.call('collections.list', {})
  if (!all.ok) return all
  const ids = [collectionId]
  for (const id of ids)
    ids.push(...all.data.items.filter(({ parentId }) => parentId === id).map((nested) => nested.id))
  return { ok: true, data: ids }
}

interface MembersChange {
  readonly response: RenderedResult<unknown>
  /** How many assets changed, also where a later call failed. */
  readonly count: number
  /** Of the assets that the host says it changed, in the collections where it did. */
  undo(): Promise<RenderedResult<unknown>>
}

export async function changeMembers(
  bridge: Bridge,
  kind: keyof typeof ROUTES,
  collectionIds: Ids,
  ids: Ids,
): Promise<MembersChange> {
  const call = (to: typeof kind, id: string, page: Ids) =>
    bridge.call(ROUTES[to], { id, assetIds: [...page] })
  const changed: { readonly id: string; readonly assetIds: Ids }[] = []
  const response = await eachInOrder(collectionIds, (id) =>
    inPages(ids, async (page) => {
      const result = await call(kind, id, page)
      if (result.ok && result.data.changed > 0) changed.push({ id, assetIds: result.data.assetIds })
      return result
    }),
  )
  return {
    response,
    count: new Set(changed.flatMap(({ assetIds }) => assetIds)).size,
    undo: () => eachInOrder(changed, ({ id, assetIds }) => call(OPPOSITE[kind], id, assetIds)),
  }
}
