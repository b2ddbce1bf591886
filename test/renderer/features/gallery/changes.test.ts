import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { AssetDetails } from '#renderer/bridge/stores/asset-details.ts'
import { createGallery } from '#renderer/features/gallery/gallery.ts'
import { idAt, isFavoriteAt } from '#renderer/features/gallery/order.ts'
import { createJobsStore } from '#renderer/bridge/stores/jobs.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'
import { assetOf } from './assets.ts'
import { assetIdOf, layoutOf } from './layouts.ts'

const storage = { getItem: () => null, setItem: () => undefined }
const [A, B, C] = ['a', 'b', 'c'].map(assetIdOf) as [string, string, string]

const FULL = { code: 'disk_full', message: 'The disk is full.' }

type Update = {
  ids: string[]
  rating?: number
  favorite?: boolean
  addTags?: string[]
  removeTags?: string[]
}

/** A library that does what it is told, so that an undo can be judged by what is left. */
async function createLibrary(given: readonly Asset[] = [assetOf('a'), assetOf('b'), assetOf('c')]) {
  const assets = new Map(given.map((asset) => [asset.id, asset]))
  const refusals = new Map<string, unknown>()
  const waits = new Map<string, Promise<void>>()
  const trash = new Set<string>()
  const collections = new Map<string, Set<string>>()
  const removed = new Map<string, Set<string>>()
  const parents = new Map<string, string>()
  /** How many calls of a route are answered before the disk is full. */
  const patience = new Map<string, number>()
  const fake = createFakeBridge(async (route, input) => {
    await waits.get(route)
    const refusal = refusals.get(route)
    if (refusal !== undefined) return { ok: false, error: refusal }
    const callsLeft = patience.get(route) ?? Number.POSITIVE_INFINITY
    if (callsLeft === 0) return { ok: false, error: FULL }
    patience.set(route, callsLeft - 1)
    const { ids = [] } = input as { ids?: string[] }
    if (route === 'layout')
      return {
        ok: true,
        data: layoutOf(given.filter(({ id }) => !trash.has(id)).map(({ prompt }) => prompt ?? '')),
      }
    if (route === 'library.query') return { ok: true, data: { items: [...assets.values()] } }
    if (route === 'library.getMany')
      return { ok: true, data: { items: ids.flatMap((id) => assets.get(id) ?? []) } }
    if (route === 'collections.list') {
      const items = [...collections.keys()].map((id) => ({ id, parentId: parents.get(id) ?? null }))
      return { ok: true, data: { items } }
    }
    const { id: collectionId = '', assetIds = [] } = input as { id?: string; assetIds?: string[] }
    const members = collections.get(collectionId) ?? new Set()
    if (route === 'collections.add' || route === 'collections.drop') {
      const isAdding = route === 'collections.add'
      const changed = assetIds.filter((id) => members.has(id) !== isAdding)
      for (const id of changed)
        if (isAdding) members.add(id)
        else members.delete(id)
      return { ok: true, data: { changed: changed.length, assetIds: changed } }
    }
    if (route === 'collections.remove' && collections.delete(collectionId)) removed.set(collectionId, members)
    if (route === 'collections.restore') collections.set(collectionId, removed.get(collectionId) ?? new Set())
    if (route === 'library.trash') for (const id of ids) trash.add(id)
    if (route === 'library.emptyTrash')
      for (const id of ids.length > 0 ? ids : [...trash]) if (trash.delete(id)) assets.delete(id)
    if (route === 'library.restore') {
      const there = ids.filter((id) => assets.has(id))
      for (const id of there) trash.delete(id)
      return { ok: true, data: { changed: there.length } }
    }
    if (route === 'library.update')
      for (const id of ids) assets.set(id, updated(assets.get(id), input as Update))
    return { ok: true, data: { changed: ids.length } }
  })
  const gallery = createGallery(
    { bridge: fake.bridge, assets: new AssetDetails(fake.bridge), jobs: createJobsStore(fake.bridge) },
    storage,
    1_280,
  )
  await gallery.listing.load()
  const { changes } = gallery
  const state = () => changes.store.getState()
  const shown = () => {
    const { order } = gallery.listing.getState()
    return Array.from({ length: order.count }, (_, index) => idAt(order, index))
  }
  return {
    ...fake,
    gallery,
    changes,
    state,
    shown,
    assets,
    trash,
    collections,
    parents,
    patience,
    refusals,
    waits,
  }
}

function updated(asset: Asset | undefined, { addTags = [], removeTags = [], ...marks }: Update): Asset {
  if (asset === undefined) throw new Error('no such asset')
  const { ids: _ids, ...rest } = marks
  return {
    ...asset,
    ...rest,
    tags: [...new Set([...asset.tags, ...addTags])].filter((tag) => !removeTags.includes(tag)),
  }
}

describe('what the user does', () => {
  it('goes to the trash at once, and comes back with undo', async () => {
    const { changes, shown, trash } = await createLibrary()
    await changes.move('trash', [B])
    expect([shown(), [...trash]]).toEqual([[A, C], [B]])
    await changes.undo()
    expect([...trash]).toEqual([])
    await expect.poll(shown).toEqual([A, B, C])
  })
  it('comes back from the trash but for what was deleted for good there, and undo tells how many', async () => {
    const { changes, state } = await createLibrary()
    await changes.move('trash', [A, B])
    await changes.deleteForGood([B])
    await changes.undo()
    expect(state().last).toEqual({ kind: 'trash', count: 1, isUndone: true })
    await changes.move('trash', [A])
    await changes.deleteForGood(null)
    await changes.undo()
    expect(state().last).toEqual({ kind: 'trash', count: 0, isUndone: true })
  })
  it('keeps a tag that was taken off and put on again', async () => {
    const { changes, assets } = await createLibrary([assetOf('a', { tags: ['sea'] }), assetOf('b')])
    const tags = () => [A, B].map((id) => assets.get(id)?.tags)
    await changes.changeTags([A, B], ['sea'], ['sea'])
    expect(tags()).toEqual([['sea'], ['sea']])
    await changes.undo()
    expect(tags()).toEqual([['sea'], []])
  })
  it('is undone step by step, the last first, each item as it was', async () => {
    const { changes, state, assets } = await createLibrary([
      assetOf('a', { rating: 2, tags: ['sea'] }),
      assetOf('b', { rating: 5, favorite: true }),
      assetOf('c', { tags: ['sea', 'dawn'] }),
    ])
    const before = new Map(assets)
    await changes.rate([A, B, C], 3)
    await changes.favorite([A, B], true)
    await changes.changeTags([A, B, C], ['sea', 'boat'], ['dawn'])
    expect([...assets.values()].map(({ rating, favorite, tags }) => [rating, favorite, tags])).toEqual([
      [3, true, ['sea', 'boat']],
      [3, true, ['sea', 'boat']],
      [3, false, ['sea', 'boat']],
    ])
    const sets = () => [...assets.values()].map((asset) => ({ ...asset, tags: asset.tags.toSorted() }))
    await changes.undo()
    expect(sets().map(({ tags }) => tags)).toEqual([['sea'], [], ['dawn', 'sea']])
    await changes.undo()
    expect(sets().map(({ favorite }) => favorite)).toEqual([false, true, false])
    await changes.undo()
    expect(sets()).toEqual([...before.values()].map((asset) => ({ ...asset, tags: asset.tags.toSorted() })))
    expect(state().undoable).toEqual([])
  })
  it.each([
    ['does it', false, ['trash', 'undone']],
    ['refuses it', true, ['rating', 'done']],
  ])(
    'is what undo takes back, and nothing before it, where the host %s only after that',
    async (_, isRefused, last) => {
      const { changes, state, assets, trash, refusals, waits } = await createLibrary()
      await changes.rate([A], 4)
      const answer = Promise.withResolvers<void>()
      waits.set('library.trash', answer.promise)
      if (isRefused) refusals.set('library.trash', { code: 'disk_full', message: 'The disk is full.' })
      const pressed = [changes.move('trash', [B]), changes.undo()]
      answer.resolve()
      await Promise.all(pressed)
      expect([[...trash], assets.get(A)?.rating]).toEqual([[], 4])
      const { kind, isUndone } = state().last ?? {}
      expect([[kind, isUndone === true ? 'undone' : 'done'], state().undoable.length]).toEqual([last, 1])
    },
  )
  it('is taken back by itself where that is asked for, whatever came after it', async () => {
    const { changes, state, assets, refusals } = await createLibrary()
    const rated = await changes.rate([A], 4)
    await changes.favorite([B], true)
    await changes.undo(rated)
    expect([assets.get(A)?.rating, assets.get(B)?.favorite, state().undoable.length]).toEqual([0, true, 1])
    await changes.undo(rated)
    refusals.set('library.update', { code: 'disk_full', message: 'The disk is full.' })
    expect([await changes.rate([A], 5), assets.get(B)?.favorite]).toEqual([undefined, true])
  })
  it('takes a title back to none', async () => {
    const { changes, calls } = await createLibrary()
    await changes.retitle(A, 'Two boats')
    await changes.undo()
    expect(calls.filter(([route]) => route === 'library.update').map(([, input]) => input)).toEqual([
      { ids: [A], title: 'Two boats' },
      { ids: [A], title: '' },
    ])
  })
  it('is shown at once and taken back when the host refuses', async () => {
    const { changes, state, gallery, refusals } = await createLibrary()
    const error = { code: 'disk_full', message: 'The disk is full.' }
    refusals.set('library.update', error)
    const seen: (boolean | undefined)[] = []
    gallery.details.subscribe(A, () => seen.push(gallery.details.get(A)?.favorite))
    await changes.favorite([A], true)
    expect([seen.includes(true), gallery.details.get(A)?.favorite]).toEqual([true, false])
    expect([state().problem, state().undoable]).toEqual([error, []])
    await expect.poll(() => isFavoriteAt(gallery.listing.getState().order, 0)).toBe(false)
  })
  it('changes nothing where it cannot be known what was there before', async () => {
    const { changes, state, calls, refusals } = await createLibrary()
    const error = { code: 'disk_error', message: 'The disk cannot be read.' }
    refusals.set('library.getMany', error)
    await changes.rate([A], 5)
    expect([calls.some(([route]) => route === 'library.update'), state().problem]).toEqual([false, error])
  })
  it('comes out of a collection again, but for what was in it before', async () => {
    const { changes, state, collections } = await createLibrary()
    collections.set('c1', new Set([A]))
    await changes.collect('c1', [A, B])
    expect([[...(collections.get('c1') ?? [])], state().last?.count]).toEqual([[A, B], 1])
    await changes.undo()
    expect([...(collections.get('c1') ?? [])]).toEqual([A])
    await changes.uncollect('c1', [A, B])
    expect([...(collections.get('c1') ?? [])]).toEqual([])
    await changes.undo()
    expect([[...(collections.get('c1') ?? [])], state().undoable]).toEqual([[A], []])
  })
  it('comes out of the nested collections too whose items are listed, and back into each', async () => {
    const { changes, state, collections, parents } = await createLibrary()
    collections
      .set('top', new Set([A]))
      .set('child', new Set([A, B]))
      .set('grandchild', new Set([C]))
    collections.set('other', new Set([B]))
    parents.set('child', 'top').set('grandchild', 'child')
    const members = () => [...collections.values()].map((ids) => [...ids])
    await changes.uncollect('top', [A, B, C])
    expect([members(), state().last?.count]).toEqual([[[], [], [], [B]], 3])
    await changes.undo()
    expect(members()).toEqual([[A], [A, B], [C], [B]])
  })
  it('has nothing to undo where nothing came into the collection', async () => {
    const { changes, state, collections } = await createLibrary()
    collections.set('c1', new Set([A]))
    await changes.collect('c1', [A])
    expect([state().undoable, state().last]).toEqual([[], null])
  })
  it('brings a deleted collection back', async () => {
    const { changes, state, collections } = await createLibrary()
    collections.set('c1', new Set([A]))
    await changes.removeCollection('c1')
    expect([collections.has('c1'), state().last?.kind]).toEqual([false, 'removeCollection'])
    await changes.undo()
    expect([...(collections.get('c1') ?? [])]).toEqual([A])
  })
  it('keeps an undo that failed, to be tried again', async () => {
    const { changes, state, refusals, trash } = await createLibrary()
    await changes.move('trash', [A])
    refusals.set('library.restore', { code: 'disk_full', message: 'The disk is full.' })
    await changes.undo()
    expect([state().undoable.length, state().problem?.code]).toEqual([1, 'disk_full'])
    refusals.clear()
    await changes.undo()
    expect([state().undoable.length, [...trash]]).toEqual([0, []])
  })
  it('is told in calls of at most 10,000', async () => {
    const { changes, calls } = await createLibrary()
    const many = Array.from({ length: 25_000 }, (_, index) => `asset_${index}`)
    await changes.move('trash', many)
    const sizes = calls
      .filter(([route]) => route === 'library.trash')
      .map(([, input]) => (input as { ids: string[] }).ids.length)
    expect(sizes).toEqual([10_000, 10_000, 5_000])
  })
  it('can be undone as far as it came where a later call fails', async () => {
    const given = Array.from({ length: 10_001 }, (_, index) => assetOf(`${index}`))
    const ids = given.map(({ id }) => id)
    const { changes, state, assets, trash, patience } = await createLibrary(given)
    patience.set('library.trash', 1).set('library.update', 1)
    await changes.move('trash', ids)
    expect([trash.size, state().problem, state().last?.count]).toEqual([10_000, FULL, 10_000])
    await changes.undo()
    expect(trash.size).toBe(0)
    await changes.rate(ids, 5)
    const rated = () => [...assets.values()].filter(({ rating }) => rating === 5).length
    expect([rated(), state().problem, state().last?.count]).toEqual([10_000, FULL, 10_000])
    patience.clear()
    await changes.undo()
    expect([rated(), state().undoable]).toEqual([0, []])
  })
})
