/** The ranking against voters whose strengths are known. */
import { expect, test } from 'vitest'
import type { Tally } from '#core/arena/bradley-terry.ts'
import { rankModels } from '#core/arena/ranking.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { coverage, drawVotes } from './simulated-votes.ts'

const RESAMPLES = 200
const rank = (tallies: readonly Tally[]) => rankModels(tallies, seededRandom(1), RESAMPLES)

test('finds the order of models whose strengths are known, through ties', () => {
  const strengths = Float64Array.from([-1, 1.5, 0, -2, 0.75, 0.75])
  const simulation = { models: 6, votes: 1_500, spread: 0, ties: -0.5 }
  const ranked = rank(drawVotes(simulation, { strengths, ties: -0.5 }, seededRandom(3)))
  expect(ranked.map(({ model }) => model).slice(0, 1)).toEqual([1])
  expect(ranked.map(({ model }) => model).slice(-3)).toEqual([2, 0, 3])
  // The two that are the same are not told apart.
  const [one, other] = ranked.slice(1, 3)
  expect(one && other && one.low < other.strength && other.high > one.strength).toBe(true)
})

slow('holds the true strengths in about 95 % of its intervals, after many votes and after few', () => {
  for (const votes of [24, 150]) {
    const share = coverage({ models: 4, votes, spread: 1, ties: -1 }, 60, RESAMPLES)
    expect(share).toBeGreaterThan(0.91)
    expect(share).toBeLessThan(0.99)
  }
})

test('keeps a model that won everything at a finite distance, and in doubt while its votes are few', () => {
  const wonAll = (votes: number) => rank([{ a: 0, b: 1, aWins: votes, bWins: 0, ties: 0 }])[0]
  const [few, many] = [wonAll(3), wonAll(300)]
  expect([few?.model, many?.model]).toEqual([0, 0])
  expect(many?.strength).toBeLessThan(0.999)
  expect(few?.low).toBeLessThan(0.7)
  expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan(2 * ((many?.high ?? 0) - (many?.low ?? 0)))
})

test('does not rank against each other what was never compared, not even through others', () => {
  const ranked = rank([
    { a: 0, b: 1, aWins: 8, bWins: 2, ties: 1 },
    { a: 3, b: 4, aWins: 0, bWins: 5, ties: 0 },
    { a: 1, b: 2, aWins: 7, bWins: 1, ties: 0 },
  ])
  expect(ranked.map(({ model, group }) => [model, group])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [4, 1],
    [3, 1],
  ])
  // Each by itself: the second has the average of its own two.
  const [fourth, fifth] = ranked.slice(3)
  expect((fourth?.strength ?? 0) + (fifth?.strength ?? 0)).toBeCloseTo(1, 5)
})

test('takes neither for no difference: only ties leave two models equal', () => {
  const [one, other] = rank([{ a: 0, b: 1, aWins: 0, bWins: 0, ties: 20 }])
  expect(one?.strength).toBeCloseTo(0.5, 6)
  expect(other?.strength).toBeCloseTo(0.5, 6)
})

test('has nothing to say without votes', () => {
  expect(rank([])).toEqual([])
})
