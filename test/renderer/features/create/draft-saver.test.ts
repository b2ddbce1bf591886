import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { createDraftSaver } from '#renderer/features/create/draft-saver.ts'
import { EMPTY_DRAFT, type Draft, type Drafts } from '#renderer/features/create/draft.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const EMPTY: Drafts = { image: EMPTY_DRAFT, video: EMPTY_DRAFT, character: EMPTY_DRAFT, music: EMPTY_DRAFT }
const withImage = (patch: Partial<Draft>): Drafts => ({ ...EMPTY, image: { ...EMPTY_DRAFT, ...patch } })

const at = (mediaType: MediaType, drafts: Drafts, profileId = '') => ({ profileId, mediaType, drafts })

/** Characters of a value that the host takes. */
const MAX_KEPT = 10_000

/** A host that keeps, and can be away; time passes when the test says so. */
function createWorld(kept: Record<string, Json> = {}) {
  const content = new Map(Object.entries(kept))
  const host = { isAway: false, listsAway: false }
  const timers: { ms: number; act: () => void }[] = []
  const told: (readonly string[])[] = []
  const { bridge, calls } = createFakeBridge((route, input) => {
    if (host.isAway || (route === 'uiState.list' && host.listsAway)) {
      return { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    }
    if (route === 'uiState.set') {
      const { name, value } = input as { name: string; value: Json }
      if (JSON.stringify(value).length > MAX_KEPT)
        return { ok: false, error: { code: 'invalid_input', message: 'Too large.' } }
      content.set(name, value)
      return { ok: true, data: {} }
    }
    return { ok: true, data: { items: Array.from(content, ([name, value]) => ({ name, value })) } }
  })
  const create = () =>
    createDraftSaver({
      bridge,
      createKey: randomUUID,
      wait: (ms, act) => timers.push({ ms, act }),
      onOversized: (media) => told.push(media),
    })
  const sets = () =>
    calls.filter(([route]) => route === 'uiState.set').map(([, input]) => (input as { name: string }).name)
  return { content, host, timers, told, create, sets }
}

describe('keeping drafts', () => {
  it('brings back what another page wrote, inputs included', async () => {
    const { create } = createWorld()
    const first = create()
    await first.load('')
    const media = { id: 'inp_1', kind: 'image', name: 'a.png' } as never
    const input = { key: 'k1', name: 'a.png', media, option: null, problem: null }
    const unread = { ...input, key: 'k2', media: null }
    first.save(at('video', withImage({ prompt: 'a boat', variables: { who: 'x' }, inputs: [input, unread] })))
    await first.flush()
    const kept = await create().load('')
    expect(kept?.mediaType).toBe('video')
    expect(kept?.drafts.image).toMatchObject({ prompt: 'a boat', variables: { who: 'x' }, inputs: [input] })
    expect(kept?.drafts.image?.inputs).toHaveLength(1)
  })
  it('is on its way at once, and what follows within half a second, however much it is', async () => {
    const { create, timers, content } = createWorld()
    const saver = create()
    await saver.load('')
    saver.save(at('image', withImage({ prompt: 'a' })))
    await expect.poll(() => content.get('draft/image')).toMatchObject({ prompt: 'a' })
    for (const prompt of ['ab', 'abc']) saver.save(at('image', withImage({ prompt })))
    await new Promise((resolve) => setImmediate(resolve))
    expect(content.get('draft/image')).toMatchObject({ prompt: 'a' })
    expect(timers).toHaveLength(1)
    expect(timers[0]?.ms).toBeLessThanOrEqual(500)
    timers[0]?.act()
    await expect.poll(() => content.get('draft/image')).toMatchObject({ prompt: 'abc' })
  })
  it('writes once in each wait while somebody types, not again at the first key behind it', async () => {
    const { create, timers, sets } = createWorld()
    const saver = create()
    await saver.load('')
    const type = async (prompt: string): Promise<void> => {
      saver.save(at('image', withImage({ prompt })))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await type('a')
    for (const prompt of ['ab', 'abcd']) {
      await type(prompt)
      timers.at(-1)?.act()
      await new Promise((resolve) => setImmediate(resolve))
      await type(`${prompt}!`)
    }
    expect(sets().filter((name) => name === 'draft/image')).toHaveLength(3)
  })
  it('writes only the draft that changed', async () => {
    const { create, sets } = createWorld()
    const saver = create()
    await saver.load('')
    saver.save(at('image', EMPTY))
    await saver.flush()
    const before = sets().length
    saver.save(at('image', withImage({ prompt: 'a' })))
    await saver.flush()
    expect(sets().slice(before)).toEqual(['draft/image'])
  })
  it('never writes before it has read: an empty form must not replace what is kept', async () => {
    const { create, host, content, sets } = createWorld({ 'draft/image': { prompt: 'kept' } })
    host.listsAway = true
    const saver = create()
    expect(await saver.load('')).toBeNull()
    saver.save(at('image', EMPTY))
    await saver.flush()
    expect([content.get('draft/image'), sets()]).toEqual([{ prompt: 'kept' }, []])
  })
  it('knows which drafts the host has as they are', async () => {
    const { create, host } = createWorld()
    const saver = create()
    const seen = [saver.isSaved('image')]
    const save = async (prompt: string): Promise<void> => {
      saver.save(at('image', withImage({ prompt })))
      await saver.flush()
      seen.push(saver.isSaved('image'))
    }
    await saver.load('')
    await save('a')
    host.isAway = true
    await save('ab')
    host.isAway = false
    await save('abc')
    await save('a'.repeat(MAX_KEPT))
    expect([seen, saver.isSaved('video')]).toEqual([[false, true, false, true, false], true])
  })
  it('tries again what could not be written, with what is newest then', async () => {
    const { create, host, timers, content } = createWorld()
    const saver = create()
    await saver.load('')
    host.isAway = true
    saver.save(at('image', withImage({ prompt: 'first' })))
    await saver.flush()
    saver.save(at('image', withImage({ prompt: 'second' })))
    host.isAway = false
    timers.at(-1)?.act()
    await expect.poll(() => content.get('draft/image')).toMatchObject({ prompt: 'second' })
  })
  /** A host that responds when the test says so. */
  async function createSlowWorld() {
    const responses: (() => void)[] = []
    const arrived: unknown[] = []
    const { bridge } = createFakeBridge(async (route, input) => {
      if (route === 'uiState.list') return { ok: true, data: { items: [] } }
      const { name, value } = input as { name: string; value: Json }
      if (name === 'draft/image') arrived.push((value as { prompt: string }).prompt)
      if (name === 'draft/image') await new Promise<void>((resolve) => responses.push(resolve))
      return { ok: true, data: {} }
    })
    const saver = createDraftSaver({
      bridge,
      createKey: randomUUID,
      wait: () => undefined,
      onOversized: () => undefined,
    })
    await saver.load('')
    return { saver, responses, arrived }
  }
  it('writes one after another: an older draft never arrives after a younger one', async () => {
    const { saver, responses, arrived } = await createSlowWorld()
    saver.save(at('image', withImage({ prompt: 'older' })))
    const first = saver.flush()
    await expect.poll(() => arrived).toEqual(['older'])
    saver.save(at('image', withImage({ prompt: 'younger' })))
    const second = saver.flush()
    await new Promise((resolve) => setImmediate(resolve))
    expect(arrived).toEqual(['older'])
    responses.pop()?.()
    await expect.poll(() => arrived).toEqual(['older', 'younger'])
    responses.pop()?.()
    await Promise.all([first, second])
  })
  it('writes the last draft of a page that goes away, although the host has not responded to an older one', async () => {
    const { saver, arrived } = await createSlowWorld()
    saver.save(at('image', withImage({ prompt: 'older' })))
    void saver.flush()
    await expect.poll(() => arrived).toEqual(['older'])
    saver.save(at('image', withImage({ prompt: 'the last' })))
    saver.leave()
    expect(arrived).toEqual(['older', 'the last'])
  })
  it('keeps the last draft although an older one arrives after it', async () => {
    const app = await openTestApp()
    const held: (() => Promise<void>)[] = []
    const { bridge } = createFakeBridge(async (route, input) => {
      if (route !== 'uiState.set') return await app.app.call(route, input)
      return await new Promise((resolve) => {
        held.push(async () => resolve(await app.app.call(route, input)))
      })
    })
    const saver = createDraftSaver({
      bridge,
      createKey: randomUUID,
      wait: () => undefined,
      onOversized: () => undefined,
    })
    await saver.load('')
    saver.save(at('image', withImage({ prompt: 'older' })))
    void saver.flush()
    await expect.poll(() => held).not.toEqual([])
    saver.save(at('image', withImage({ prompt: 'the last' })))
    saver.leave()
    for (const arrive of held.toReversed()) await arrive()
    expect((await app.ask('uiState.list', { prefix: 'draft/image' })).items).toMatchObject([
      { value: { prompt: 'the last' } },
    ])
  })
  it('does not try again what the host will never take', async () => {
    const { create, timers, sets } = createWorld()
    const saver = create()
    await saver.load('')
    saver.save(at('image', withImage({ prompt: 'x'.repeat(MAX_KEPT) })))
    await saver.flush()
    const before = sets()
    timers.at(-1)?.act()
    await saver.flush()
    expect(sets()).toEqual(before)
  })
  it('tells once which drafts are too large to be kept, and that one is kept again', async () => {
    const { create, told, content, host } = createWorld()
    const saver = create()
    await saver.load('')
    const write = async (prompt: string): Promise<void> => {
      saver.save(at('image', withImage({ prompt })))
      await saver.flush()
    }
    await write('a fox')
    expect(told).toEqual([])
    for (const more of ['', '.', '..']) await write('x'.repeat(MAX_KEPT) + more)
    expect(told).toEqual([['image']])
    expect(content.get('draft/image')).toMatchObject({ prompt: 'a fox' })
    // A host that is away says nothing about it.
    host.isAway = true
    await write('short')
    expect(told).toHaveLength(1)
    host.isAway = false
    await write('short again')
    expect(told).toEqual([['image'], []])
  })
  it.each(['nonsense', 5, null, { inputs: [null, {}], model: 7, picks: 'x', variables: [] }])(
    'survives a draft that is %j',
    async (value) => {
      const { create } = createWorld({ 'draft/image': value as Json, 'draft/media-type': 'sculpture' })
      const kept = await create().load('')
      expect(kept?.mediaType).toBeNull()
      expect(kept?.drafts.image).toEqual(EMPTY_DRAFT)
    },
  )
  it('keeps a draft for each profile, and gives the first one what was written before there was any', async () => {
    const { create, content } = createWorld({ 'draft/image': { prompt: 'early' } })
    const saver = create()
    const prompts = async (...profiles: readonly string[]) =>
      await Promise.all(profiles.map(async (one) => (await saver.load(one))?.drafts.image?.prompt))
    expect(await prompts('one', 'two')).toEqual(['early', 'early'])
    saver.save(at('image', withImage({ prompt: 'boats' }), 'one'))
    expect(await prompts('one', 'two')).toEqual(['boats', undefined])
    saver.save(at('image', withImage({ prompt: 'foxes' }), 'two'))
    await saver.flush()
    expect([content.get('draft/one/image'), content.get('draft/two/image')]).toMatchObject([
      { prompt: 'boats' },
      { prompt: 'foxes' },
    ])
    expect((await create().load('two'))?.drafts.image?.prompt).toBe('foxes')
  })
})
