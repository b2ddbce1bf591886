/** Previews are made once a session, one at a time, the latest asked for first. */
import { expect, test } from 'vitest'
import { createPreviewStore, type PreviewDecoder } from '#renderer/bridge/stores/previews.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const film = (id: string) => ({ id, kind: 'video', sizeBytes: 1_000 }) as const
const OK = { ok: true, data: {} }

test('makes what is missing one at a time, the latest first, and says when the host has it', async () => {
  const decoded: string[] = []
  const stored: unknown[] = []
  let running = 0
  const decode: PreviewDecoder = async ({ id }) => {
    expect(++running).toBe(1)
    decoded.push(id)
    await Promise.resolve()
    running--
    return [['poster', new Blob(['picture'])]]
  }
  const { bridge } = createFakeBridge((route, input) => {
    if (route === 'storePreview') stored.push(input)
    return OK
  })
  const store = createPreviewStore(bridge, decode)
  for (const id of ['a', 'b', 'c', 'a']) store.need(film(id))
  await expect.poll(() => store.getState().made.size).toBe(3)
  expect(decoded).toEqual(['a', 'c', 'b'])
  expect(stored).toContainEqual({ assetId: 'c', kind: 'poster' })
})

test('what cannot be decoded or kept is not tried again and stops nothing', async () => {
  const decoded: string[] = []
  const decode: PreviewDecoder = async ({ id }) => {
    decoded.push(id)
    if (id === 'broken') throw new Error('no decoder')
    return [['peaks', new Blob([id])]]
  }
  const { bridge } = createFakeBridge((_route, input) =>
    (input as { assetId: string }).assetId === 'refused'
      ? { ok: false, error: { code: 'invalid_input', message: 'no' } }
      : OK,
  )
  const store = createPreviewStore(bridge, decode)
  const ask = (): void => {
    for (const id of ['broken', 'refused', 'fine']) store.need({ id, kind: 'audio', sizeBytes: 1 })
  }
  ask()
  await expect.poll(() => store.getState().made.has('fine')).toBe(true)
  ask()
  expect([...store.getState().made]).toEqual(['fine'])
  expect(decoded.toSorted()).toEqual(['broken', 'fine', 'refused'])
})

test('leaves pictures and texts alone', () => {
  const { bridge } = createFakeBridge(() => OK)
  const store = createPreviewStore(bridge, () => Promise.reject(new Error('must not be asked')))
  store.need({ id: 'a', kind: 'image', sizeBytes: 1 })
  store.need({ id: 'b', kind: 'text', sizeBytes: 1 })
  expect(store.getState().made.size).toBe(0)
})

test('remembers where there was nothing, until the host is back after a break', () => {
  const { bridge, reconnect } = createFakeBridge(() => OK)
  const store = createPreviewStore(bridge, () => Promise.reject(new Error('must not be asked')))
  store.noteMissing('/media/a/thumb')
  expect([...store.getState().missing]).toEqual(['/media/a/thumb'])
  reconnect()
  expect(store.getState().missing.size).toBe(0)
})
