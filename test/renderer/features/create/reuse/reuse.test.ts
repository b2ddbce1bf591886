import { renderResult } from '#core/messages/render.ts'
import { say } from '#test/stand-ins/say.ts'
import { written } from '#contract/messages/message.ts'
import { describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import { createReuse } from '#renderer/features/create/reuse/reuse.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'
import { NO_WORKFLOWS } from '../workflow/no-workflows.ts'
import { NOTHING_KEPT } from '../plans.ts'

const REQUEST = {
  provider: 'studio',
  model: 'ink',
  mediaType: 'video',
  scene: 'image-to-video',
  prompt: 'a red fox',
  options: { seed: 7, resolution: '720p' },
  inputs: [{ inputId: 'in1', option: 'image' }],
  provenance: { template: 'a {red|green} fox' },
} as const

const ASSET = {
  id: 'asset1',
  kind: 'image',
  mediaType: 'image',
  mimeType: 'image/png',
  sha256: '0',
  sizeBytes: 1,
  createdAt: 0,
  provider: 'studio',
  model: 'ink',
  scene: 'text-to-image',
  prompt: 'a boat',
  options: { seed: 3 },
  rating: 0,
  favorite: false,
  tags: [],
} as const satisfies Asset

const INPUT = { id: 'in1', kind: 'image', mimeType: 'image/png', sizeBytes: 9, sha256: '1', name: 'fox.png' }

function createStores(response: (route: string, input: unknown) => unknown) {
  const fake = createFakeBridge(response)
  let keys = 0
  const form = createFormStore({
    ...NOTHING_KEPT,
    bridge: fake.bridge,
    createKey: () => `k${++keys}`,
    now: () => 0,
    onLateInput: (key, to) => reuse.getState().settle(key, to),
  })
  const reuse = createReuse({ bridge: fake.bridge, form, draw: () => 42, workflows: NO_WORKFLOWS })
  const draft = () => form.getState().drafts[form.getState().mediaType]
  return { ...fake, form, reuse, draft }
}

const known = (route: string) =>
  route === 'inputs.get' ? succeed(INPUT) : fail('not_found', written('Not there.'))

describe('from what there is back to the form', () => {
  it('remixes a task with its template, options and inputs', async () => {
    const { reuse, form, draft } = createStores(known)
    await reuse.getState().remix({ request: REQUEST })
    expect(form.getState().mediaType).toBe('video')
    expect(draft()).toMatchObject({
      prompt: 'a {red|green} fox',
      model: { provider: 'studio', id: 'ink' },
      scene: 'image-to-video',
      inputs: [{ media: INPUT, option: 'image' }],
    })
    expect(JSON.parse(draft().optionsText)).toEqual(REQUEST.options)
  })
  it('remixes an asset with what its task knows, and with what it knows itself once the task is gone', async () => {
    const responses = { isGone: false }
    const { reuse, draft } = createStores((route) => {
      if (route === 'tasks.get')
        return responses.isGone ? fail('not_found', written('Gone.')) : succeed({ request: REQUEST })
      return known(route)
    })
    await reuse.getState().remix({ asset: { ...ASSET, taskId: 'task1' } })
    expect(draft().prompt).toBe('a {red|green} fox')
    responses.isGone = true
    await reuse.getState().remix({ asset: { ...ASSET, taskId: 'task1' } })
    expect([draft().prompt, JSON.parse(draft().optionsText)]).toEqual(['a boat', { seed: 3 }])
  })
  it('varies the seed alone', async () => {
    const { reuse, draft } = createStores(known)
    await reuse.getState().vary({ request: REQUEST })
    expect(draft()).toMatchObject({ prompt: 'a red fox', batch: { seeds: { kind: 'random', draw: 42 } } })
    expect(JSON.parse(draft().optionsText)).toEqual(REQUEST.options)
  })
  it('knows the asset that it goes on from until the user begins afresh', async () => {
    const { reuse, form, draft } = createStores(known)
    await reuse.getState().vary({ asset: ASSET })
    expect(draft().fromAssetId).toBe('asset1')
    form.getState().edit({ prompt: 'a boat at dusk', optionsText: '{}' })
    form.getState().setMedia('music')
    expect(draft().fromAssetId).toBeNull()
    form.getState().setMedia('image')
    expect(draft().fromAssetId).toBe('asset1')
    form.getState().edit({ prompt: ' ' })
    form.getState().edit({ prompt: 'something else' })
    expect(draft().fromAssetId).toBeNull()
    await reuse.getState().remix({ asset: ASSET })
    await reuse.getState().restore({ source: 'a1111', prompt: 'a harbour', options: {} }, 'recipe')
    expect(draft().fromAssetId).toBeNull()
    reuse.getState().undo()
    expect(draft().fromAssetId).toBe('asset1')
  })
  it('goes on from a frame of a video: it is the first frame, and its results come from the video', async () => {
    const { reuse, form, draft } = createStores(() => succeed(INPUT))
    await reuse.getState().goOn({ ...ASSET, kind: 'video', mediaType: 'video' }, new Blob(['x']))
    expect(form.getState().mediaType).toBe('video')
    expect(draft()).toMatchObject({
      prompt: 'a boat',
      fromAssetId: 'asset1',
      inputs: [{ media: INPUT, role: 'firstFrame' }],
    })
  })
  it('goes on from the last frame of a video, which the host makes once for whoever asks', async () => {
    const asked: unknown[] = []
    const { reuse, draft } = createStores((route, input) => {
      if (route === 'rendering.lastFrame') asked.push(input)
      return succeed(INPUT)
    })
    await reuse.getState().goOn({ ...ASSET, kind: 'video', mediaType: 'video' })
    expect(asked).toEqual([{ assetId: 'asset1' }])
    expect(draft().inputs).toMatchObject([{ media: INPUT, role: 'firstFrame' }])
  })
  it('goes on from what a task went on from, when that task is asked for again', async () => {
    const { reuse, draft } = createStores(known)
    await reuse.getState().edit({ request: { ...REQUEST, provenance: { fromAssetId: 'asset0' } } })
    expect(draft().fromAssetId).toBe('asset0')
    await reuse.getState().vary({ asset: { ...ASSET, taskId: 'gone' } })
    expect(draft().fromAssetId).toBe('asset1')
  })
  it('gives back what was written before several fillings, one after the other', async () => {
    const { reuse, form, draft } = createStores(known)
    form.getState().edit({ prompt: 'my own words' })
    await reuse.getState().edit({ request: { ...REQUEST, mediaType: 'image', scene: 'text-to-image' } })
    await reuse.getState().remix({ request: REQUEST })
    reuse.getState().write('video', { prompt: 'a prompt of the past' })
    const seen: string[] = []
    while (reuse.getState().reused !== null) {
      reuse.getState().undo()
      seen.push(`${form.getState().mediaType}: ${draft().prompt}`)
    }
    expect(seen).toEqual(['video: a {red|green} fox', 'image: a red fox', 'image: my own words'])
    expect(form.getState().drafts.video.prompt).toBe('')
  })
  it('gives back what was written before, in its medium, and nothing once it was sent', async () => {
    const { reuse, form, draft } = createStores(known)
    form.getState().setMedia('video')
    form.getState().edit({ prompt: 'my long video' })
    form.getState().setMedia('music')
    await reuse.getState().edit({ request: REQUEST })
    expect(draft().prompt).toBe('a red fox')
    reuse.getState().undo()
    expect([form.getState().mediaType, form.getState().drafts.video.prompt]).toEqual([
      'music',
      'my long video',
    ])
    await reuse.getState().edit({ request: REQUEST })
    form.setState({ pressed: { pressId: 'p1', at: 0, profileId: 'one', requests: [] } })
    expect(reuse.getState().reused).toBeNull()
  })
  it('gives back an input that the host has read since', async () => {
    const reading = Promise.withResolvers<unknown>()
    const { reuse, form, draft } = createStores((route) =>
      route === 'inputs.add' ? reading.promise : known(route),
    )
    const url = 'https://example.com/fox.png'
    const adding = form.getState().addItems({ items: [{ kind: 'url', url }], folders: 0 })
    const request = { ...REQUEST, mediaType: 'image', scene: 'text-to-image', inputs: [] }
    await reuse.getState().edit({ request })
    await reuse.getState().edit({ request: { ...request, prompt: 'a grey fox' } })
    reading.resolve(succeed(INPUT))
    await adding
    expect(draft().inputs).toEqual([])
    for (const _ of ['grey', 'red']) reuse.getState().undo()
    expect(draft().inputs).toMatchObject([{ media: INPUT }])
  })
  it('leaves a mask of the user where it was drawn, once a remix that still read its own is undone', async () => {
    const reading = Promise.withResolvers<unknown>()
    const { reuse, form, draft } = createStores((_route, input) => {
      const { inputId, assetId, id = inputId ?? assetId } = input as Record<string, string | undefined>
      const media = succeed({ ...INPUT, id })
      return id === 'late' ? reading.promise.then(() => media) : media
    })
    await reuse.getState().edit({ request: { ...REQUEST, inputs: [] } })
    const items = ['one', 'two'].map((assetId) => ({ kind: 'asset', assetId, name: assetId }) as const)
    await form.getState().addItems({ items, folders: 0 })
    const mask = { key: 'm', name: 'mask', media: INPUT, option: null, problem: null } as never
    const { inputs } = draft()
    const own = [...inputs, { ...(mask as object), role: 'mask', masks: 'two' }]
    form.setState(({ drafts }) => ({
      drafts: { ...drafts, video: { ...drafts.video, inputs: own as never } },
    }))
    const remixed = [
      { inputId: 'first', option: 'image' },
      { inputId: 'late', option: 'mask', mask: { paint: 'white' } },
    ] as const
    const remix = reuse.getState().remix({ request: { ...REQUEST, inputs: remixed } })
    await vi.waitFor(() => expect(draft().inputs[0]?.media?.id).toBe('first'))
    reuse.getState().undo()
    reading.resolve(null)
    await remix
    expect(draft().inputs).toEqual(own)
  })
  it('does not fill the form with what is looked up once something was undone or put there meanwhile', async () => {
    const waiting: ((value: unknown) => void)[] = []
    const { reuse, form, draft } = createStores((route) =>
      route === 'tasks.get' ? new Promise((resolve) => waiting.push(resolve)) : known(route),
    )
    const after = async (meanwhile: () => unknown) => {
      const late = reuse.getState().goOn({ ...ASSET, taskId: 'slow' }, new Blob(['x']))
      meanwhile()
      waiting.pop()?.(succeed({ request: { ...REQUEST, prompt: 'too late', provenance: {}, inputs: [] } }))
      await late
      return [form.getState().mediaType, draft().prompt, draft().inputs.length]
    }
    form.getState().edit({ prompt: 'my own words' })
    reuse.getState().write('image', { prompt: 'found' })
    expect([
      await after(() => reuse.getState().undo()),
      await after(() => reuse.getState().write('image', { prompt: 'found' })),
      await after(() =>
        reuse.getState().restore({ source: 'a1111', prompt: 'a harbour', options: {} }, 'link'),
      ),
      await after(() =>
        reuse.getState().remix({ request: { ...REQUEST, provenance: undefined, inputs: [] } }),
      ),
    ]).toEqual([
      ['image', 'my own words', 0],
      ['image', 'found', 0],
      ['image', 'a harbour', 0],
      ['video', 'a red fox', 0],
    ])
  })
  it('fills the form once when several are looked up, with the last', async () => {
    const waiting: ((value: unknown) => void)[] = []
    const { reuse, draft } = createStores((route) =>
      route === 'tasks.get' ? new Promise((resolve) => waiting.push(resolve)) : known(route),
    )
    const first = reuse.getState().remix({ asset: { ...ASSET, taskId: 'slow' } })
    await reuse.getState().remix({ request: { ...REQUEST, provenance: undefined, inputs: [] } })
    waiting[0]?.(succeed({ request: { ...REQUEST, prompt: 'too late', provenance: {}, inputs: [] } }))
    await first
    expect(draft().prompt).toBe('a red fox')
  })
  it('keeps the model of the form where the recipe names none that a service has', async () => {
    const { reuse, form, draft } = createStores(known)
    const model = { provider: 'studio', id: 'ink', isTyped: false }
    form.getState().edit({ model })
    await reuse.getState().remix({ asset: { ...ASSET, provider: 'imported' } })
    expect(draft()).toMatchObject({ prompt: 'a boat', model })
  })
})

describe('use as input', () => {
  it.each([
    ['image-to-image', 'image', 'image'],
    ['image-to-video', 'video', 'image'],
    ['character-creation', 'character', 'image'],
    ['video-to-video', 'video', 'video'],
  ] as const)('sends an asset to %s', async (scene, media, kind) => {
    const { reuse, form, draft, calls } = createStores(() => succeed({ ...INPUT, kind }))
    await reuse.getState().startFrom([{ ...ASSET, kind }], scene)
    expect(form.getState().mediaType).toBe(media)
    expect(draft()).toMatchObject({ scene: null, inputs: [{ media: { kind } }] })
    expect(calls).toContainEqual(['inputs.add', { assetId: 'asset1' }])
  })
  it('sets the scene where other inputs would make another one', async () => {
    const kinds = ['video', 'image']
    const { reuse, draft } = createStores(() => succeed({ ...INPUT, kind: kinds.shift() }))
    await reuse.getState().startFrom([{ ...ASSET, kind: 'video' }], 'video-to-video')
    await reuse.getState().startFrom([ASSET], 'image-to-video')
    expect([draft().inputs.length, draft().scene]).toEqual([2, 'image-to-video'])
  })
})

describe('a dropped file', () => {
  const file = new File(['bytes'], 'fox.png', { type: 'image/png' })
  const dropped = { items: [{ kind: 'file', file } as const], folders: 0 }
  const recipe = { source: 'a1111', prompt: 'a {fox|owl}', options: { steps: 20 }, model: 'sd_xl' }

  it.each(['fox.atelier', 'FOX.RECIPE.JSON'])(
    'is a recipe and no input, whether it can be read or not (%s)',
    async (name) => {
      let response: unknown = renderResult(
        fail('invalid_input', written('This recipe was written by a newer Atelier.')),
        say,
      )
      const { reuse, form, draft, calls } = createStores(() => response)
      const dropped = { items: [{ kind: 'file', file: new File(['{}'], name) } as const], folders: 0 }
      await reuse.getState().take(dropped)
      expect([form.getState().dropProblem, reuse.getState().offer]).toEqual([
        { kind: 'recipe', message: 'This recipe was written by a newer Atelier.' },
        null,
      ])
      response = succeed({ ...recipe, source: 'atelier' })
      await reuse.getState().take(dropped)
      expect([form.getState().dropProblem, reuse.getState().offer?.isInput]).toEqual([null, false])
      expect([draft().inputs, draft().prompt, calls]).toEqual([[], '', []])
    },
  )
  it('is an input where it carries no recipe', async () => {
    const { reuse, draft } = createStores((route) =>
      route === 'upload' ? succeed(INPUT) : fail('not_found', written('This file carries no recipe.')),
    )
    await reuse.getState().take(dropped)
    expect([reuse.getState().offer, draft().inputs.length]).toEqual([null, 1])
  })
  it('is an input at once where it carries one, which is offered beside it and can be taken back', async () => {
    const { reuse, draft } = createStores((route) => (route === 'upload' ? succeed(INPUT) : succeed(recipe)))
    await reuse.getState().take(dropped)
    expect([reuse.getState().offer, draft().inputs, draft().prompt]).toMatchObject([
      { recipe, isInput: true },
      [{ media: INPUT }],
      '',
    ])
    await reuse.getState().choose('recipe')
    expect(reuse.getState().offer).toBeNull()
    expect([draft().prompt, JSON.parse(draft().optionsText), draft().inputs]).toEqual([
      String.raw`a \{fox\|owl\}`,
      { steps: 20 },
      [],
    ])
    reuse.getState().undo()
    expect([draft().prompt, draft().inputs.length]).toEqual(['', 1])
    await reuse.getState().take(dropped)
    expect(reuse.getState().offer).not.toBeNull()
    await reuse.getState().choose(null)
    expect([draft().inputs.length, reuse.getState().offer]).toEqual([2, null])
  })
  it('is applied where it is a preset, which can be taken back', async () => {
    const { reuse, form, draft, calls } = createStores(known)
    form.getState().edit({ prompt: 'my own words' })
    form.getState().setMedia('music')
    const preset = { name: 'Ink', mediaType: 'image', prompt: 'a heron', options: { steps: 20 } }
    const own = new File([JSON.stringify(preset)], 'Ink.preset.json')
    await reuse.getState().take({ items: [{ kind: 'file', file: own }], folders: 0 })
    expect([form.getState().mediaType, draft().prompt, JSON.parse(draft().optionsText)]).toEqual([
      'image',
      'a heron',
      { steps: 20 },
    ])
    expect([reuse.getState().reused, calls]).toMatchObject([{ how: 'preset', preset }, []])
    reuse.getState().undo()
    expect([form.getState().mediaType, form.getState().drafts.image.prompt]).toEqual([
      'music',
      'my own words',
    ])
  })
  it('is an input beside others without a question', async () => {
    const { reuse, draft } = createStores((route) => (route === 'upload' ? succeed(INPUT) : succeed(recipe)))
    await reuse.getState().take({ ...dropped, items: [...dropped.items, ...dropped.items] })
    expect([reuse.getState().offer, draft().inputs.length]).toEqual([null, 2])
  })
})
