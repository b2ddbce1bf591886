import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { seedIn } from '#renderer/features/gallery/viewer/seed-in.ts'

test.each<[string, Json, string | undefined]>([
  ['beside the files', { data: { taskResult: { images: [{ url: 'u' }], seed: 42 } } }, '42'],
  ['as text', { seed: '18446744073709551615' }, '18446744073709551615'],
  ['the same for each file', { images: [{ seed: 7 }, { seed: 7 }] }, '7'],
  ['another for each file', { images: [{ seed: 7 }, { seed: 8 }] }, undefined],
  ['not at all', { seed: 'random', note: null }, undefined],
  ['in no object', 'seed: 4', undefined],
])('finds the seed where the response has it %s', (_, response, seed) => {
  expect(seedIn(response)).toBe(seed)
})
