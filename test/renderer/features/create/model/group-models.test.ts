import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/models.ts'
import {
  arrangeModels,
  MAX_SHOWN,
  modelsIn,
  offeredScopes,
} from '#renderer/features/create/model/group-models.ts'
import { createProfilesStore } from '#renderer/bridge/stores/profiles.ts'
import { createModelsStore, modelKey, typedModel } from '#renderer/features/create/model/models-store.ts'
import { createFakeBridge } from '#test/renderer/bridge/fake-bridge.ts'

const model = (provider: string, id: string, scenes: readonly string[] = []): Model => ({
  provider,
  id,
  label: id.toUpperCase(),
  mediaTypes: scenes.length > 0 ? ['image'] : [],
  scenes,
  raw: null,
})
const models = [
  model('one', 'a', ['text-to-image']),
  model('two', 'a'),
  model('one', 'b', ['image-to-image']),
  model('two', 'c', ['text-to-image', 'image-to-image']),
]
const name = (provider: string, id: string) => ({ provider, id })
const arranged = (parts: Partial<Parameters<typeof arrangeModels>[0]>) =>
  arrangeModels({ models, favourites: [], recent: [], typed: '', ...parts }).sections.map(
    ({ kind, provider, items }) => [kind, provider, items.map((item) => `${item.provider}/${item.id}`)],
  )

describe('the models of the picker', () => {
  it('stand under their provider, favourites and recent ones on top, each once', () => {
    expect(
      arranged({ favourites: [name('two', 'c')], recent: [name('two', 'c'), name('one', 'a')] }),
    ).toEqual([
      ['favourites', '', ['two/c']],
      ['recent', '', ['one/a']],
      ['provider', 'two', ['two/a']],
      ['provider', 'one', ['one/b']],
    ])
  })
  it('end with what the service found by other words, without what is listed', () => {
    const found = [model('two', 'c'), model('three', 'd')]
    expect(arranged({ typed: 'c', found })).toEqual([
      ['provider', 'two', ['two/c']],
      ['found', '', ['three/d']],
    ])
  })
  it('hold a recent one that nobody lists any more', () => {
    expect(arranged({ recent: [name('gone', 'x')], typed: 'gone' })).toEqual([['recent', '', ['gone/x']]])
  })
  it('are those in which every typed word occurs', () => {
    expect(arranged({ typed: ' A  two ' })).toEqual([['provider', 'two', ['two/a']]])
  })
  it('are narrowed to the scene or the medium; who does not say stays', () => {
    const ids = (scope: 'scene' | 'media' | 'all', media: 'image' | 'video') =>
      modelsIn(models, scope, media, 'text-to-image').map(({ provider, id }) => `${provider}/${id}`)
    expect(ids('scene', 'image')).toEqual(['one/a', 'two/a', 'two/c'])
    expect(ids('media', 'video')).toEqual(['two/a'])
    expect(ids('all', 'video')).toHaveLength(4)
  })
  it('are offered in scopes that differ: one that is empty or the same as the next wider is left out', () => {
    const scopesOf = (some: readonly Model[], scene: 'text-to-image' | 'image-to-image' = 'text-to-image') =>
      offeredScopes(some, 'image', scene).map(({ scope, count, covers }) => [scope, count, covers])
    const video = { ...model('one', 'v'), mediaTypes: ['video'] }
    const images = models.filter(({ scenes }) => scenes.includes('text-to-image'))
    expect(scopesOf([...images, video])).toEqual([
      ['media', 2, ['scene', 'media']],
      ['all', 3, ['all']],
    ])
    expect(scopesOf(images)).toEqual([['all', 2, ['scene', 'media', 'all']]])
    expect(scopesOf([...models, video])).toEqual([
      ['scene', 3, ['scene']],
      ['media', 4, ['media']],
      ['all', 5, ['all']],
    ])
    expect(scopesOf([video])).toEqual([['all', 1, ['scene', 'media', 'all']]])
  })
  it('are never more than a list can hold, and the others are counted', () => {
    const batch = Array.from({ length: MAX_SHOWN + 7 }, (_, index) => model('p', `m${index}`))
    const { sections, left } = arrangeModels({ models: batch, favourites: [], recent: [], typed: '' })
    expect([sections[0]?.items.length, left]).toEqual([MAX_SHOWN, 7])
  })
})

const NAME = { provider: 'kie', id: 'nano' }

function createMemory(response: (route: string, input: unknown) => unknown) {
  const fake = createFakeBridge(response)
  const profiles = createProfilesStore(fake.bridge)
  profiles.setState({ activeId: 'p1' })
  return { ...fake, profiles, memory: createModelsStore(fake.bridge, profiles) }
}
const ended = (state: string) =>
  ({ name: 'task.changed', data: { task: { state, request: { provider: 'kie', model: 'nano' } } } }) as never

describe('what is remembered of models', () => {
  it('is asked for once, and again when a task of the model has ended', async () => {
    const { memory, calls, raise } = createMemory(() => ({ ok: true, data: { options: [] } }))
    await Promise.all([memory.getState().know(NAME), memory.getState().know(NAME)])
    expect(calls).toEqual([['models.knowledge', { profileId: 'p1', provider: 'kie', model: 'nano' }]])
    raise(ended('running'))
    expect(calls).toHaveLength(1)
    raise(ended('rejected'))
    expect(calls).toHaveLength(2)
  })
  it('is of the active profile: asked for again with another, and an answer about the first is dropped', async () => {
    const responses: ((failed: number) => void)[] = []
    const { memory, profiles, calls } = createMemory((route) =>
      route === 'models.knowledge'
        ? new Promise((resolve) => responses.push((failed) => resolve({ ok: true, data: { failed } })))
        : { ok: true, data: { items: [] } },
    )
    const asked = memory.getState().know(NAME)
    profiles.setState({ activeId: 'p2' })
    const ofKnowledge = calls.filter(([route]) => route === 'models.knowledge')
    expect(ofKnowledge.map(([, input]) => (input as { profileId: string }).profileId)).toEqual(['p1', 'p2'])
    responses[0]?.(1)
    await asked
    expect(memory.getState().known).toEqual({})
    responses[1]?.(2)
    await expect.poll(() => memory.getState().known).toEqual({ [modelKey(NAME)]: { failed: 2 } })
  })
  it('keeps a favourite with the host, and takes it back where that failed', async () => {
    const host = { isFull: false }
    const { memory, calls } = createMemory(() =>
      host.isFull ? { ok: false, error: { code: 'internal', message: 'Full.' } } : { ok: true, data: {} },
    )
    await memory.getState().setFavourite(NAME, true)
    expect(calls).toEqual([['uiState.set', { name: 'models.favourites', value: [NAME] }]])
    host.isFull = true
    await memory.getState().setFavourite(NAME, false)
    expect(memory.getState().favourites).toEqual([NAME])
  })
  it('reads favourites of any shape, also those that another window keeps', () => {
    const { memory, raise } = createMemory(() => null)
    const value = [NAME, null, 5, { provider: 1, id: 'x' }]
    raise({ name: 'uiState.changed', data: { name: 'models.favourites', value } })
    expect(memory.getState().favourites).toEqual([NAME])
    raise({ name: 'uiState.changed', data: { name: 'models.favourites', value: null } })
    expect(memory.getState().favourites).toEqual([])
  })
})

describe('a model that the listing does not have whole', () => {
  const LISTED = { ...NAME, label: 'Nano', mediaTypes: ['image'], scenes: [], raw: null }
  const WHOLE = { ...LISTED, optionSchema: { type: 'object' } }
  const FOUND = { ...LISTED, id: 'found' }
  const createListed = (whole: unknown) =>
    createMemory((route) =>
      route === 'models.list'
        ? { ok: true, data: { items: [LISTED], fetchedAt: 1, stale: false } }
        : { ok: true, data: { model: whole } },
    )

  it('is asked for once, and stands in the place of the short one, also when the listing is read again', async () => {
    const { memory, calls } = createListed(WHOLE)
    const { load, describe: ask } = memory.getState()
    await ask(NAME)
    expect(calls).toEqual([])
    await load()
    await Promise.all([ask(NAME), ask(NAME)])
    await ask(NAME)
    expect(calls.filter(([route]) => route === 'models.describe')).toHaveLength(1)
    await load()
    expect(memory.getState().list?.items).toEqual([WHOLE])
  })

  it('stays as it is where nothing more is known', async () => {
    const { memory } = createListed(null)
    await memory.getState().load()
    await memory.getState().describe(NAME)
    expect(memory.getState().list?.items).toEqual([LISTED])
  })

  it('is asked for again after a failure, and the form does not wait for it', async () => {
    const { memory, calls } = createMemory((route) =>
      route === 'models.list'
        ? { ok: true, data: { items: [LISTED], fetchedAt: 1, stale: false } }
        : { ok: false, error: { code: 'internal', message: 'No.' } },
    )
    await memory.getState().load()
    await memory.getState().describe(NAME)
    expect(Object.values(memory.getState().described)).toEqual(['failed'])
    await memory.getState().describe(NAME)
    expect(calls.filter(([route]) => route === 'models.describe')).toHaveLength(2)
  })

  it('is the listing’s own where its id is typed, first of the chosen provider, then whoever runs it', () => {
    const items = [LISTED, { ...FOUND, provider: 'other' }, { ...FOUND, provider: 'third' }]
    const list = { items, fetchedAt: 1, stale: false }
    const chosen = { ...NAME, isTyped: false }
    expect(typedModel(list, 'found', chosen)).toEqual({ id: 'found', provider: 'other', isTyped: false })
    expect(typedModel(list, 'found', { ...chosen, provider: 'third' })).toMatchObject({ provider: 'third' })
    expect(typedModel(list, 'new', chosen)).toMatchObject({ provider: NAME.provider, isTyped: true })
    expect(typedModel(null, 'new', null)).toMatchObject({ provider: '', isConfirmed: true })
  })

  it('is listed behind the others where it was searched for, and not with another profile', async () => {
    const { memory, profiles } = createListed(null)
    await memory.getState().load()
    memory.getState().take(FOUND)
    expect(memory.getState().list?.items).toEqual([LISTED, FOUND])
    profiles.setState({ activeId: 'p2' })
    await expect.poll(() => memory.getState().list?.items).toEqual([LISTED])
  })
})
