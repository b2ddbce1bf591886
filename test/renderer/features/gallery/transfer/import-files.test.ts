import { describe, expect, it } from 'vitest'
import { createImports } from '#renderer/features/gallery/transfer/import-files.ts'
import { createFakeBridge } from '../../../bridge/fake-bridge.ts'
import { assetOf } from '../assets.ts'

const fileNamed = (name: string) => new File(['x'], name)

function createLibrary() {
  const taken: string[] = []
  const held: (() => void)[] = []
  const library = { isHeld: false }
  const { bridge } = createFakeBridge(async (_route, name) => {
    if (library.isHeld) await new Promise<void>((resolve) => held.push(resolve))
    taken.push(String(name))
    if (name === 'bad.txt') return { ok: false, error: { code: 'unsafe_content', message: 'Not a picture.' } }
    return { ok: true, data: { asset: assetOf(String(name)), known: name === 'old.png' } }
  })
  return { library, taken, held, imports: createImports(bridge, () => undefined) }
}

describe('an import of files', () => {
  it('goes on past a file that cannot be taken, and counts what became of each', async () => {
    const { imports } = createLibrary()
    await imports.add(['new.png', 'bad.txt', 'old.png', 'next.png'].map(fileNamed))
    expect(imports.getState().run).toEqual({
      state: 'done',
      total: 4,
      done: 4,
      added: 2,
      known: 1,
      failed: 1,
      problems: [{ name: 'bad.txt', message: 'Not a picture.' }],
    })
  })
  it('tells of files that could not be read before it began', async () => {
    const { imports, library, held } = createLibrary()
    const unread = [{ name: 'held.png', message: 'It cannot be read.' }]
    await imports.add([], undefined, unread)
    expect(imports.getState().run).toMatchObject({ state: 'done', total: 1, failed: 1, problems: unread })
    library.isHeld = true
    const run = imports.add([fileNamed('a.png')])
    await imports.add([fileNamed('b.png')], undefined, unread)
    library.isHeld = false
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await run
    expect(imports.getState().run).toMatchObject({ state: 'done', total: 3, done: 3, added: 2, failed: 1 })
  })
  it('takes files that come while it is going on into the same run', async () => {
    const { imports, library, held, taken } = createLibrary()
    library.isHeld = true
    const run = imports.add([fileNamed('a.png')])
    await imports.add([fileNamed('b.png')])
    expect(imports.getState().run?.total).toBe(2)
    library.isHeld = false
    await expect.poll(() => held.length).toBe(1)
    held[0]?.()
    await run
    expect([taken, imports.getState().run?.state]).toEqual([['a.png', 'b.png'], 'done'])
  })
  it('takes no further file once it is stopped', async () => {
    const { imports, library, held, taken } = createLibrary()
    library.isHeld = true
    const run = imports.add(['a.png', 'b.png', 'c.png'].map(fileNamed))
    await expect.poll(() => held.length).toBe(1)
    imports.cancel()
    held[0]?.()
    await run
    expect([taken, imports.getState().run?.state]).toEqual([['a.png'], 'cancelled'])
  })
  it('counts in the next run nothing of the one that was stopped', async () => {
    const { imports, library, held } = createLibrary()
    library.isHeld = true
    const stopped = imports.add(['a.png', 'b.png'].map(fileNamed))
    await expect.poll(() => held.length).toBe(1)
    imports.cancel()
    const next = imports.add([fileNamed('c.png')])
    await expect.poll(() => held.length).toBe(2)
    held[0]?.()
    await stopped
    expect(imports.getState().run).toMatchObject({ state: 'running', total: 1, done: 0 })
    held[1]?.()
    await next
    expect(imports.getState().run).toMatchObject({ state: 'done', total: 1, done: 1, added: 1 })
  })
})
