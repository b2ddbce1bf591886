import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/asset.ts'
import { createGalleryStore } from '#renderer/features/gallery/gallery-store.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

function asset(id: string, more: Partial<Asset> = {}): Asset {
  return {
    id,
    kind: 'image',
    mediaType: 'image',
    mimeType: 'image/png',
    sha256: 'x',
    sizeBytes: 1,
    createdAt: 1,
    provider: 'p',
    model: 'm',
    scene: 'text-to-image',
    options: {},
    rating: 0,
    favorite: false,
    tags: [],
    ...more,
  }
}

const storage = { getItem: () => null, setItem: () => undefined }

function createGallery(more: Record<string, unknown> = {}) {
  const fake = createFakeBridge(
    (route) =>
      more[route] ?? {
        ok: true,
        data: { items: [asset('a'), asset('b'), asset('c')], nextCursor: null, total: 3, changed: 1 },
      },
  )
  return { gallery: createGalleryStore(fake.bridge, storage), ...fake }
}

const shown = (gallery: ReturnType<typeof createGallery>['gallery']) =>
  gallery.getState().assets.map(({ id }) => id)

describe('the gallery', () => {
  it('moves to the trash, and back with undo', async () => {
    const { gallery, calls } = createGallery()
    await gallery.getState().load()
    await gallery.getState().move('trash', ['b'])
    expect([shown(gallery), gallery.getState().total]).toEqual([['a', 'c'], 2])
    await gallery.getState().undo()
    expect(calls.slice(1, 3)).toEqual([
      ['library.trash', { ids: ['b'] }],
      ['library.restore', { ids: ['b'] }],
    ])
    expect(shown(gallery)).toEqual(['a', 'b', 'c'])
  })
  it('shows a change at once, and takes it back when the host refuses', async () => {
    const error = { code: 'disk_full', message: 'The disk is full.' }
    const { gallery } = createGallery({ 'library.update': { ok: false, error } })
    await gallery.getState().load()
    const change = gallery.getState().update(['a'], { favorite: true })
    expect(gallery.getState().assets[0]?.favorite).toBe(true)
    await change
    expect(gallery.getState().assets[0]?.favorite).toBe(false)
    expect(gallery.getState().error).toEqual(error)
  })
  it('puts a new asset on top, once', async () => {
    const { gallery, raise } = createGallery()
    await gallery.getState().load()
    raise({ name: 'asset.added', data: { asset: asset('new') } })
    raise({ name: 'asset.added', data: { asset: asset('new') } })
    expect([shown(gallery), gallery.getState().total]).toEqual([['new', 'a', 'b', 'c'], 4])
  })
  it('asks nothing before it is first shown', () => {
    const { gallery, calls, raise, reconnect } = createGallery()
    raise({ name: 'asset.added', data: { asset: asset('new') } })
    reconnect()
    expect([shown(gallery), calls]).toEqual([[], []])
  })
})
