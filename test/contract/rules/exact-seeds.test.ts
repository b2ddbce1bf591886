import { expect, test } from 'vitest'
import {
  isLongInteger,
  seedAfter,
  seedOf,
  withSeedsAsNumbers,
  withSeedsAsTexts,
} from '#contract/rules/exact-seeds.ts'

const LARGEST = '18446744073709551615'

test('a seed is a number where one can hold it, else its digits', () => {
  expect(
    ['0', '-1', '007', '9007199254740991', '9007199254740993', LARGEST, '1.5', 'fox', ''].map(seedOf),
  ).toEqual([0, -1, 7, 9_007_199_254_740_991, '9007199254740993', LARGEST, null, null, null])
})

test('seeds are counted on without rounding, over the end of what a number holds', () => {
  expect(seedAfter('18446744073709551613', 2)).toBe(LARGEST)
  expect(seedAfter(9_007_199_254_740_990, 2)).toBe('9007199254740992')
  expect(seedAfter('9007199254740992', -1)).toBe(9_007_199_254_740_991)
})

test('numbers that are held are not called long', () => {
  expect(['9007199254740991', '12', '1e30', 'x'].some(isLongInteger)).toBe(false)
})

test.each([
  [`{"seed":${LARGEST}}`, { seed: LARGEST }],
  [`{"noise_seed" : ${LARGEST} , "a":1}`, { noise_seed: LARGEST, a: 1 }],
  [`{"seeds":[1, ${LARGEST}]}`, { seeds: [1, LARGEST] }],
  ['{"seed":42,"b":"seed\\":12345678901234567890"}', { seed: 42, b: 'seed":12345678901234567890' }],
  ['{"seed":["INT",{"max":18446744073709551615}]}', { seed: ['INT', { max: 2 ** 64 }] }],
])('%s is read without rounding its seeds', (json, value) => {
  expect(JSON.parse(withSeedsAsTexts(json))).toEqual(value)
})

test('a service gets numbers, and only where seeds stand', () => {
  const body = { options: { seed: LARGEST, prompt: `"seed":"${LARGEST}"`, id: LARGEST, noise_seed: '12' } }
  expect(withSeedsAsNumbers(JSON.stringify(body))).toBe(
    `{"options":{"seed":${LARGEST},"prompt":"\\"seed\\":\\"${LARGEST}\\"","id":"${LARGEST}","noise_seed":"12"}}`,
  )
})
