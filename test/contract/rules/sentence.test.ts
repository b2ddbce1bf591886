import { expect, test } from 'vitest'
import { sentence } from '#contract/errors.ts'

test.each([
  ['provider exploded', 'provider exploded.'],
  [' no credits left! ', 'no credits left!'],
  ['see "the rules."', 'see "the rules."'],
  ['额度不足。', '额度不足。'],
  ['', ''],
])('ends %j so that another sentence may follow', (words, ended) => {
  expect(sentence(words)).toBe(ended)
})
