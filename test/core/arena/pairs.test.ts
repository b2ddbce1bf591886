/** The next pair is likely to teach much: of models with few votes between them, and of strengths that are close. */
import { expect, test } from 'vitest'
import { createPairs } from '#core/arena/pairs.ts'
import type { Survey } from '#core/arena/survey.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'

const [A, B, C] = [0, 1, 2]
const DRAWS = 400

/** Three models with one result each for every prompt. */
function surveyOf(votes: number, strengths: readonly number[]): Survey {
  const groups = Array.from({ length: 10 }, (_, at) => ({
    mediaType: 'image',
    members: [A, B, C].map((model) => ({ model, ids: [`${model}-${at}`] })),
  }))
  const tallies = [{ a: A, b: B, aWins: votes / 2, bWins: votes / 2, ties: 0 }]
  const fit = { strengths: Float64Array.from(strengths), ties: -1 }
  const models = [A, B, C].map((model) => ({ provider: 'p', model: String(model) }))
  return { models, groups, voted: [], standings: [{ mediaType: 'image', tallies, fit }] }
}

/** How often the first pair is of these two models. */
function shares(survey: Survey): Readonly<Record<string, number>> {
  const random = seededRandom(5)
  const pairs = createPairs(survey)
  const counts: Record<string, number> = {}
  for (let draw = 0; draw < DRAWS; draw++) {
    const [first = ['', '']] = pairs.choose('image', random)
    const name = first.map((id) => id[0]).join('')
    counts[name] = (counts[name] ?? 0) + 1 / DRAWS
  }
  return counts
}

test('prefers models with few votes between them', () => {
  const { '01': known = 0, '02': fresh = 0, '12': other = 0 } = shares(surveyOf(40, [0, 0, 0]))
  expect(known).toBeLessThan(0.05)
  expect(Math.min(fresh, other)).toBeGreaterThan(0.35)
})

test('prefers models of close strengths', () => {
  const { '01': close = 0, '02': far = 0 } = shares(surveyOf(0, [2, 2, -2]))
  expect(close).toBeGreaterThan(2 * far)
})

test('counts what is left through votes and what is taken back, and prefers prompts without a vote', () => {
  const pairs = createPairs(surveyOf(0, [0, 0, 0]))
  expect([pairs.left('image'), pairs.left(undefined), pairs.left('video')]).toEqual([30, 30, 0])
  pairs.vote(['1-0', '0-0'])
  pairs.vote(['0-0', '1-0'])
  expect(pairs.left('image')).toBe(29)
  const of = [...pairs.choose('image', seededRandom(1))].filter(([one]) => one.startsWith('0-'))
  const prompts = of.filter(([, other]) => other.startsWith('2-')).map(([one]) => one)
  expect(prompts.at(-1)).toBe('0-0')
  expect(of).not.toContainEqual(['0-0', '1-0'])
  pairs.takeBack(['0-0', '1-0'])
  expect(pairs.left('image')).toBe(30)
})
