/** The arena over a real library: which pairs it offers, what a vote does, and what it says of the models afterwards. */
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { ArenaPair, Preferred } from '#contract/arena.ts'
import { createArena } from '#core/arena/arena.ts'
import { pairKey } from '#core/arena/comparable.ts'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'
import { insertRow } from '#core/store/reader.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestLibrary, type TestLibrary } from '../library/fixtures.ts'

async function openArena() {
  const test = await openTestLibrary()
  const { db, clock, library, dataDir } = test
  const open = (seed: number) => {
    const random = seededRandom(seed)
    const arena = createArena({
      db,
      database: join(dataDir, 'library.db'),
      find: library.find,
      clock,
      random,
    })
    onTestFinished(arena.close)
    return arena
  }
  const arena = open(1)
  let number = 0
  return {
    ...test,
    arena,
    open,
    make: (model: string, facts: Parameters<TestLibrary['add']>[1] = {}) =>
      test.add(number++, { model, prompt: 'a fox', ...facts }),
    next: async (input: Parameters<typeof arena.next>[0] = {}) => {
      const response = await arena.next(input)
      if (!response.ok) throw new Error('There is no answer.')
      return response.data
    },
    vote: ({ left, right }: ArenaPair, preferred: Preferred) =>
      arena.vote({ leftId: left.assetId, rightId: right.assetId, preferred }),
  }
}

/** The same from either side. */
function nameOf({ left, right }: ArenaPair): string {
  return pairKey(left.assetId, right.assetId)
}

slow('offers each pair of different models once, without their names, until none is left', async () => {
  const { make, next, vote } = await openArena()
  const [fast, fine, other] = [await make('fast'), await make('fine'), await make('fine')]
  await make('fine', { prompt: 'another fox' })
  const seen: string[] = []
  for (let { pair } = await next(); pair !== null; { pair } = await next()) {
    expect(JSON.stringify(pair)).not.toMatch(/fast|fine|stand-in/)
    seen.push(nameOf(pair))
    expect(vote(pair, 'left').ok).toBe(true)
  }
  expect(seen.toSorted()).toEqual([fine, other].map(({ id }) => pairKey(fast.id, id)).toSorted())
  expect(await next()).toEqual({ pair: null, votes: 2, pairsLeft: 0 })
})

slow(
  'compares results of the same prompt, inputs, scene and medium alone, whatever the option of an input is called',
  async () => {
    const { make, next, library } = await openArena()
    const inputs = (option: string, inputId = 'input-1') => [{ option, inputId }]
    await make('a')
    await make('a')
    await make('b', { prompt: 'an owl' })
    await make('b', { mediaType: 'character' })
    await make('b', { scene: 'image-to-image', inputs: inputs('image') })
    await make('b', { scene: 'image-to-image' })
    await make('b', { prompt: '', inputs: [] })
    await make('c', { prompt: '', inputs: [] })
    await make('c', { scene: 'image-to-image', inputs: inputs('image', 'input-2') })
    const trashed = await make('d')
    await library.trash([trashed.id])
    expect(await next()).toEqual({ pair: null, votes: 0, pairsLeft: 0 })
    await make('e', { scene: 'image-to-image', inputs: inputs('first_frame') })
    expect(await next()).toMatchObject({ pair: { prompt: 'a fox' }, pairsLeft: 1 })
    expect(await next({ mediaType: 'video' })).toMatchObject({ pair: null, pairsLeft: 0 })
  },
)

slow(
  'takes one vote for a pair from either side, none for what cannot be compared, and gives it back',
  async () => {
    const { arena, make, next } = await openArena()
    const [one, other, foreign] = [await make('a'), await make('b'), await make('c', { prompt: 'an owl' })]
    const pair = { leftId: one.id, rightId: other.id }
    const turned = { leftId: other.id, rightId: one.id }
    await next()
    expect(arena.vote({ ...turned, preferred: 'left' })).toEqual({
      ok: true,
      data: { left: { provider: 'stand-in', model: 'b' }, right: { provider: 'stand-in', model: 'a' } },
    })
    expect(arena.vote({ ...pair, preferred: 'left' })).toMatchObject({ error: { code: 'conflict' } })
    expect(arena.vote({ leftId: one.id, rightId: foreign.id, preferred: 'both' })).toMatchObject({
      error: { code: 'invalid_input' },
    })
    expect(arena.vote({ leftId: one.id, rightId: 'none', preferred: 'both' })).toMatchObject({ ok: false })
    expect(await arena.results({})).toMatchObject({
      data: {
        items: [
          { model: 'b', wins: 1 },
          { model: 'a', wins: 0 },
        ],
      },
    })
    expect(arena.undo(pair)).toEqual({ ok: true, data: {} })
    expect(arena.undo(pair)).toMatchObject({ error: { code: 'not_found' } })
    expect(await next()).toMatchObject({ votes: 0, pairsLeft: 1 })
  },
)

slow(
  'offers the same pairs for the same chance, without those that are in sight, and either side may be left',
  async () => {
    const { make, open } = await openArena()
    const models = new Map<string, string>()
    for (const model of ['a', 'b', 'c'])
      for (const prompt of ['one', 'two']) models.set((await make(model, { prompt })).id, model)
    const chosen = async (seed: number) => {
      const arena = open(seed)
      const pairs: ArenaPair[] = []
      while (pairs.length < 10) {
        const except = pairs.map(({ left, right }) => ({ leftId: right.assetId, rightId: left.assetId }))
        const response = await arena.next({ except })
        const pair = response.ok ? response.data.pair : null
        if (pair === null) break
        pairs.push(pair)
      }
      const lefts = pairs.map(
        ({ left, right }) => (models.get(left.assetId) ?? '') < (models.get(right.assetId) ?? ''),
      )
      return { pairs, lefts }
    }
    const [first, again, another] = [await chosen(1), await chosen(1), await chosen(2)]
    expect(again).toEqual(first)
    expect(another).not.toEqual(first)
    expect([first.pairs.length, new Set(first.pairs.map(nameOf)).size]).toEqual([6, 6])
    expect(new Set(first.lefts).size).toBe(2)
  },
)

slow('finds what came into the library, and not what went, after it looked', async () => {
  const { make, next, library, clock } = await openArena()
  const [one] = [await make('a'), await make('b')]
  expect(await next()).toMatchObject({ pairsLeft: 1 })
  await library.trash([one.id])
  expect((await next()).pair).toBeNull()
  await make('c')
  clock.advance(10_000)
  expect((await next()).pair).not.toBeNull()
})

slow('says what a win costs, from the amounts of the ledger, and what has no price', async () => {
  const { arena, db, make } = await openArena()
  const [one, two, other] = [
    await make('a', { taskId: 'task-a', place: 0 }),
    await make('a', { taskId: 'task-a', place: 1 }),
    await make('b', { taskId: 'task-b' }),
  ]
  const free = await make('c', { taskId: 'task-c' })
  const sample = await make('d', { taskId: 'task-d' })
  const request = {
    profileId: 'p',
    provider: 'stand-in',
    model: 'a',
    day: '2026-01-01',
    at: 1,
    outcome: 'accepted',
  }
  insertRow(db, 'INTO requests', { ...request, taskId: 'task-a', millionths: 8_000_000, unit: 'credits' })
  insertRow(db, 'INTO requests', { ...request, taskId: 'task-c', priceSource: 'free' })
  const credits = { profileId: LOCAL_PROFILE_ID, millionths: 3_000_000, unit: 'credits' }
  insertRow(db, 'INTO requests', { ...request, ...credits, taskId: 'task-d' })
  arena.vote({ leftId: sample.id, rightId: free.id, preferred: 'both' })
  arena.vote({ leftId: free.id, rightId: other.id, preferred: 'both' })
  arena.vote({ leftId: one.id, rightId: other.id, preferred: 'left' })
  arena.vote({ leftId: two.id, rightId: other.id, preferred: 'neither' })
  const response = await arena.results({ mediaType: 'image' })
  // Two files for eight credits, and one vote of two won.
  expect(response).toMatchObject({
    data: {
      items: [
        { model: 'a', winRate: 0.5, costPerWin: [{ unit: 'credits', value: 8 }], unpriced: 0 },
        { model: 'd', winRate: 0.5, costPerWin: [], unpriced: 0 },
        { model: 'c', winRate: 0.5, costPerWin: [], unpriced: 0 },
        { model: 'b', costPerWin: [], unpriced: 3 },
      ],
    },
  })
})
