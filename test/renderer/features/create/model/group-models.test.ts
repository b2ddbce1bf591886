import { describe, expect, it } from 'vitest'
import type { Model } from '#contract/models.ts'
import { arrangeModels, MOST_SHOWN, modelsIn } from '#renderer/features/create/model/group-models.ts'

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
  it('are never more than a list can hold, and the others are counted', () => {
    const batch = Array.from({ length: MOST_SHOWN + 7 }, (_, index) => model('p', `m${index}`))
    const { sections, left } = arrangeModels({ models: batch, favourites: [], recent: [], typed: '' })
    expect([sections[0]?.items.length, left]).toEqual([MOST_SHOWN, 7])
  })
})
