import { describe, expect, it } from 'vitest'
import { createWordLists, isListName } from '#renderer/features/create/prompt/prompting.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'

function createLists(files: Record<string, readonly string[]>) {
  const host = { isAway: false }
  const fake = createFakeBridge((route, input) => {
    if (host.isAway) return { ok: false, error: { code: 'not_available_here', message: 'Away.' } }
    if (route === 'wordlists.list') {
      return {
        ok: true,
        data: { items: Object.entries(files).map(([name, { length }]) => ({ name, count: length })) },
      }
    }
    if (route === 'wordlists.set') {
      const { name, text } = input as { name: string; text: string | null }
      if (text === null) delete files[name]
      else files[name] = text.split('\n')
      return { ok: true, data: { name, entries: files[name] ?? [] } }
    }
    const { names } = input as { names: readonly string[] }
    const items = names.flatMap((name) => (files[name] === undefined ? [] : [{ name, entries: files[name] }]))
    return { ok: true, data: { items } }
  })
  const reads = () => fake.calls.filter(([route]) => route === 'wordlists.get').map(([, input]) => input)
  return { ...fake, files, host, reads, lists: createWordLists(fake.bridge) }
}

describe('word lists', () => {
  it('are read once, and known to be missing where they are', async () => {
    const { lists, reads } = createLists({ animals: ['fox'] })
    await lists.getState().need(['animals', 'birds'])
    await lists.getState().need(['animals'])
    expect(lists.getState().lists).toEqual({ animals: ['fox'], birds: null })
    expect(reads()).toEqual([{ names: ['animals', 'birds'] }])
  })
  it('of a name that cannot be are missing without a question, which the host would refuse', async () => {
    const { lists, reads } = createLists({})
    await lists.getState().need(['a//b', 'a/'])
    expect([lists.getState().lists, reads()]).toEqual([{ 'a//b': null, 'a/': null }, []])
  })
  it('stay unread while the host is away, and are asked for again', async () => {
    const { lists, host, reconnect } = createLists({ animals: ['fox'] })
    host.isAway = true
    await lists.getState().need(['animals'])
    expect(lists.getState()).toMatchObject({ lists: {}, error: { message: 'Away.' } })
    host.isAway = false
    reconnect()
    await expect.poll(() => lists.getState()).toMatchObject({ lists: { animals: ['fox'] }, error: null })
  })
  it('change when they are written, here or by another program', async () => {
    const { lists, files } = createLists({ animals: ['fox'] })
    await lists.getState().need(['animals', 'birds'])
    await lists.getState().save('birds', 'owl\nwren')
    expect(lists.getState().lists['birds']).toEqual(['owl', 'wren'])
    expect(lists.getState().names).toContainEqual({ name: 'birds', count: 2 })
    files['animals'] = ['hare']
    await lists.getState().refresh()
    expect(lists.getState().lists['animals']).toEqual(['hare'])
    await lists.getState().save('birds', null)
    expect(lists.getState().lists['birds']).toBeNull()
  })
  it('are asked for in the portions that the host takes', async () => {
    const { lists, reads } = createLists({})
    await lists.getState().need(Array.from({ length: 150 }, (_, index) => `list${index}`))
    expect(reads().map((input) => (input as { names: unknown[] }).names.length)).toEqual([100, 50])
  })
})

it.each([
  ['animals', true],
  ['light/soft-warm_2', true],
  ['夜', true],
  ['a/b/c/d/e', false],
  ['../a', false],
  ['', false],
])('%s is a name: %s', (name, is) => {
  expect(isListName(name)).toBe(is)
})
