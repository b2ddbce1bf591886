import { expect, it } from 'vitest'
import { Voting } from '#renderer/features/arena/voting.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const pairOf = (name: string) => ({
  prompt: name,
  left: { assetId: `${name}-left`, kind: 'image' },
  right: { assetId: `${name}-right`, kind: 'image' },
})
const NAMES = { left: { provider: 'p', model: 'one' }, right: { provider: 'p', model: 'two' } }
const ok = (data: unknown) => ({ ok: true, data })

/** Offers pairs in turn; a vote is answered when the test says so. */
async function begin() {
  const names = ['a', 'b', 'c', 'd']
  const answers: ((response: unknown) => void)[] = []
  const { bridge, calls } = createFakeBridge((route) =>
    route === 'arena.next'
      ? ok({ pair: pairOf(names.shift() ?? 'last'), votes: 0, pairsLeft: 4 })
      : new Promise((resolve) => void answers.push(resolve)),
  )
  const voting = new Voting(bridge, undefined)
  await voting.begin()
  const inSight = () => voting.store.getState().pair?.prompt
  return { voting, calls, inSight, answer: () => answers.shift()?.(ok(NAMES)) }
}

it('tells the names on the pair that got the vote', async () => {
  const { voting, inSight, answer } = await begin()
  const vote = voting.vote('left')
  await voting.skip()
  answer()
  await vote
  expect(inSight()).toBe('a')
  expect(voting.store.getState()).toMatchObject({ told: { preferred: 'left' }, votes: 1, canUndo: true })
  voting.end()
})

it('tells no names where another pair came into sight meanwhile', async () => {
  const { voting, inSight, answer } = await begin()
  const vote = voting.vote('left')
  await voting.begin()
  answer()
  await vote
  expect(inSight()).toBe('c')
  expect(voting.store.getState()).toMatchObject({ told: null, canUndo: true })
})

it('leaves out a pair that broke before it came into sight', async () => {
  const { voting, calls, inSight } = await begin()
  const { ahead } = voting.store.getState()
  if (ahead === null) throw new Error('no pair ahead')
  await voting.skipBroken(ahead)
  expect(calls.at(-1)).toMatchObject(['arena.next', { except: [{ leftId: 'b-left' }, { leftId: 'a-left' }] }])
  await voting.skip()
  expect(inSight()).toBe('c')
})
