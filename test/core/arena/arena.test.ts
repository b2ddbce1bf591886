/** The arena over a real library: which pairs it offers, what a vote does, and what it says of the models afterwards. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ArenaPair, Preferred } from '#contract/arena.ts'
import { createArena } from '#core/arena/arena.ts'
import { pairKey } from '#core/arena/comparable.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { openTestLibrary, type TestLibrary } from '../library/fixtures.ts'

async function openArena(seed = 1) {
  const test = await openTestLibrary()
  const { db, clock, library, dataDir } = test
  const random = seededRandom(seed)
  const arena = createArena({ db, database: join(dataDir, 'library.db'), find: library.find, clock, random })
  onTestFinished(arena.close)
  let number = 0
  return {
    ...test,
    arena,
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

test('offers each pair of different models once, without their names, until none is left', async () => {
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
