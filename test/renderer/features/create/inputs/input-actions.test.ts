import { describe, expect, it } from 'vitest'
import type { MediaType } from '#contract/rules/media.ts'
import type { DraftInput } from '#renderer/features/create/draft.ts'
import { createInputActions, type DropProblem } from '#renderer/features/create/inputs/input-actions.ts'
import { speak } from '#renderer/locales/messages.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'

await speak('en')

function createActions(response: (route: string, input: unknown) => unknown) {
  const fake = createFakeBridge(response)
  const forms = new Map<MediaType, readonly DraftInput[]>()
  const state = { mediaType: 'image' as MediaType, problem: null as DropProblem | null }
  let keys = 0
  const actions = createInputActions({
    bridge: fake.bridge,
    createKey: () => `k${++keys}`,
    mediaType: () => state.mediaType,
    inputsOf: (media) => forms.get(media) ?? [],
    edit: (media, inputs) => void forms.set(media, inputs),
    tell: (problem) => (state.problem = problem),
  })
  const keysOf = (media: MediaType = 'image') => (forms.get(media) ?? []).map(({ key }) => key)
  return { ...fake, actions, forms, state, keysOf }
}

const TAKEN = () => ({ ok: true, data: { id: 'i', kind: 'image', name: 'a.png' } })
const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['x'], `${at}.png`))

describe('what is given to the form', () => {
  it('goes to the host in the way it came: as a file, an asset, an address or bytes', async () => {
    const { actions, calls } = createActions(TAKEN)
    await actions.addItems({
      folders: 0,
      items: [
        { kind: 'asset', assetId: 'a1', name: 'boats' },
        { kind: 'url', url: 'https://a.example/p.png' },
        { kind: 'bytes', dataUrl: 'data:image/png;base64,AA==', name: 'image.png' },
      ],
    })
    expect(calls).toEqual([
      ['inputs.add', { assetId: 'a1' }],
      ['inputs.add', { url: 'https://a.example/p.png' }],
      ['inputs.add', { name: 'image.png', dataUrl: 'data:image/png;base64,AA==' }],
    ])
  })
  it('keeps to the form it was given to, although another one is open when the host answers', async () => {
    const { actions, state, forms } = createActions(() => {
      state.mediaType = 'video'
      return TAKEN()
    })
    await actions.addFiles(files(1))
    expect([forms.get('image')?.[0]?.media?.id, forms.get('video')]).toEqual(['i', undefined])
  })
  it('shows every row at once, and goes to the host one after another', async () => {
    let atOnce = 0
    let most = 0
    const { actions, keysOf } = createActions(async () => {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce -= 1
      return TAKEN()
    })
    const added = actions.addFiles(files(5))
    expect(keysOf()).toHaveLength(5)
    await added
    expect(most).toBe(1)
  })
  it('says of a file that cannot be read that it cannot, and goes on with the next one', async () => {
    const { actions, forms } = createActions(TAKEN)
    const moved = Object.assign(new File(['x'], 'moved.png'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone.', 'NotReadableError')) }),
    })
    await actions.addFiles([moved, ...files(1)])
    expect(forms.get('image')).toMatchObject([
      { media: null, problem: expect.stringContaining("can't be read") as unknown },
      { media: { id: 'i' }, problem: null },
    ])
  })
  it('says why nothing, or not all of it, was taken, until something else is given', async () => {
    const { actions, state, keysOf } = createActions(TAKEN)
    const said: (DropProblem | null)[] = []
    for (const dropped of [
      { items: [], folders: 0 },
      { items: [], folders: 1 },
      { items: files(49).map((file) => ({ kind: 'file', file }) as const), folders: 0 },
      { items: files(3).map((file) => ({ kind: 'file', file }) as const), folders: 0 },
    ]) {
      await actions.addItems(dropped)
      said.push(state.problem)
    }
    expect(said).toEqual([{ kind: 'nothing' }, { kind: 'folder' }, null, { kind: 'full', left: 2 }])
    expect(keysOf()).toHaveLength(50)
    actions.removeInput('k1')
    expect([state.problem, keysOf().length]).toEqual([null, 49])
  })
  it('is put into another order', async () => {
    const { actions, keysOf } = createActions(TAKEN)
    await actions.addFiles(files(3))
    actions.moveInput('k3', 'k1')
    expect(keysOf()).toEqual(['k3', 'k1', 'k2'])
    actions.moveInput('k3', null)
    actions.moveInput('k1', 'k1')
    actions.moveInput('gone', 'k1')
    expect(keysOf()).toEqual(['k1', 'k2', 'k3'])
  })
  it('keeps the key and the shape that were chosen, until they follow the usual again', async () => {
    const { actions, forms } = createActions(TAKEN)
    await actions.addFiles(files(1))
    actions.changeInput('k1', { option: 'mask', shape: { form: 'url' } })
    expect(forms.get('image')?.[0]).toMatchObject({ option: 'mask', shape: { form: 'url' } })
    actions.changeInput('k1', { option: null, shape: undefined })
    expect(forms.get('image')?.[0]).toEqual({
      key: 'k1',
      name: '0.png',
      media: TAKEN().data,
      option: null,
      problem: null,
    })
  })
  it('is edited: what was made of an image takes its place, with one mask beside it that goes with it', async () => {
    let number = 0
    const { actions, forms } = createActions((_route, input) => {
      const { name = 'a.png' } = (input ?? {}) as { name?: string }
      return { ok: true, data: { id: `i${++number}`, kind: 'image', name } }
    })
    await actions.addFiles(files(2))
    const png = new Blob(['x'])
    const idsOf = () => (forms.get('image') ?? []).map(({ media, role }) => [media?.id, role])
    await actions.editImage('k1', { image: png, mask: png }, false)
    expect(idsOf()).toEqual([
      ['i3', undefined],
      ['i4', 'mask'],
      ['i2', undefined],
    ])
    expect(forms.get('image')?.[1]?.keepsOutside).toBe(false)
    await actions.editImage('k1', { image: null, mask: png }, true)
    expect(idsOf().map(([id]) => id)).toEqual(['i3', 'i5', 'i2'])
    expect(forms.get('image')?.[1]?.masks).toBe('i3')
    actions.moveInput('k2', 'k1')
    await actions.editImage('k2', { image: png, mask: null }, true)
    expect(idsOf().map(([id]) => id)).toEqual(['i6', 'i3', 'i5'])
    actions.moveInput('k1', 'k2')
    await actions.editImage('k2', { image: null, mask: png }, true)
    expect(idsOf().map(([id]) => id)).toEqual(['i3', 'i6', 'i5'])
    actions.removeInput('k2')
    expect(idsOf().map(([id]) => id)).toEqual(['i3', 'i5'])
    await actions.editImage('k1', { image: png, mask: png }, true)
    expect(idsOf()).toHaveLength(2)
    actions.restoreImage('k1')
    expect(idsOf()).toEqual([['i1', undefined]])
    await actions.editImage('k1', { image: null, mask: png }, true)
    expect(idsOf()).toHaveLength(2)
    actions.removeInput('k1')
    expect(idsOf()).toEqual([])
  })
})
