import { describe, expect, it } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { AssetDetails } from '#renderer/bridge/stores/asset-details.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const assetOf = (id: string, rating = 0) => ({ id, rating }) as Asset
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `a${from + at}`)
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

function createHost() {
  const held: (() => void)[] = []
  const host = { isHeld: false, rating: 0, unknown: new Set<string>(), held }
  const fake = createFakeBridge(async (_route, input) => {
    const { rating } = host
    if (host.isHeld) await new Promise<void>((resolve) => held.push(resolve))
    const { ids } = input as { ids: string[] }
    return {
      ok: true,
      data: { items: ids.filter((id) => !host.unknown.has(id)).map((id) => assetOf(id, rating)) },
    }
  })
  const asked = () => fake.calls.map(([, input]) => (input as { ids: string[] }).ids)
  return { host, asked, ...fake }
}

describe('details of assets', () => {
  it('are asked for many at once, and only what is not known', async () => {
    const { bridge, asked } = createHost()
    const details = new AssetDetails(bridge)
    details.want(names(0, 700))
    await expect.poll(() => details.get('a699')).toEqual(assetOf('a699'))
    details.want(names(698, 702))
    await expect.poll(() => details.get('a701')).toEqual(assetOf('a701'))
    expect(asked().map((ids) => [ids[0], ids.length])).toEqual([
      ['a0', 500],
      ['a500', 200],
      ['a700', 2],
    ])
  })
  it('are not asked for where the reader has scrolled past them', async () => {
    const { bridge, asked, host } = createHost()
    host.isHeld = true
    const details = new AssetDetails(bridge)
    for (let top = 0; top < 1_000; top += 10) details.want(names(top, top + 10))
    host.isHeld = false
    host.held.shift()?.()
    await expect.poll(() => details.get('a999')).toEqual(assetOf('a999'))
    expect(asked().map((ids) => ids[0])).toEqual(['a0', 'a990'])
  })
  it('are bounded in number, and those on the screen stay', async () => {
    const { bridge } = createHost()
    const details = new AssetDetails(bridge, 100)
    details.subscribe('a5', () => undefined)
    for (let top = 0; top < 1_000; top += 50) await details.read(names(top, top + 50))
    const kept = names(0, 1_000).filter((id) => details.get(id) !== undefined)
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'a5', 'a999'])
  })
  it('do not go round in circles over an asset that is gone', async () => {
    const { bridge, asked, host } = createHost()
    host.unknown.add('a1')
    const details = new AssetDetails(bridge)
    details.want(['a0', 'a1'])
    await expect.poll(() => details.get('a0')).toEqual(assetOf('a0'))
    await settle()
    expect(asked()).toEqual([['a0', 'a1']])
  })
  it('show a change at once, and not an answer from before it', async () => {
    const { bridge, host } = createHost()
    const details = new AssetDetails(bridge)
    await details.read(['a0', 'a1'])
    const woken: string[] = []
    for (const id of ['a0', 'a1']) details.subscribe(id, () => woken.push(id))
    host.isHeld = true
    details.refresh(['a0'])
    details.patch(['a0'], { rating: 4 })
    expect([details.get('a0')?.rating, woken]).toEqual([4, ['a0']])
    host.held.shift()?.()
    await settle()
    expect(details.get('a0')?.rating).toBe(4)
  })
  it('stay on the screen while they are asked for again', async () => {
    const { bridge, host } = createHost()
    const details = new AssetDetails(bridge)
    await details.read(['a0', 'a1'])
    details.subscribe('a0', () => undefined)
    host.rating = 3
    details.refresh(['a0', 'a1'])
    expect([details.get('a0')?.rating, details.get('a1')]).toEqual([0, undefined])
    await expect.poll(() => details.get('a0')?.rating).toBe(3)
  })
})
