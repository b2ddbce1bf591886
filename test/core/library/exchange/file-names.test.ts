import { expect, test } from 'vitest'
import { createNameClaims, firstCharacters } from '#core/library/exchange/file-names.ts'

test('numbers names that some system takes for the same', () => {
  const claims = createNameClaims()
  const stems = ['Fox', 'fox', 'FOX', 'fox (2)', 'caf\u00E9', 'CAFE\u0301', '\uFB01re', 'FIRE']
  expect(stems.map((stem) => claims.claim(stem))).toEqual([
    'Fox',
    'fox (2)',
    'FOX (3)',
    'fox (2) (2)',
    'caf\u00E9',
    'CAFE\u0301 (2)',
    '\uFB01re',
    'FIRE (2)',
  ])
})

test('keeps the names of recipes beside files free, and those that are there already', () => {
  const claims = createNameClaims(['owl.png', 'Notes.TXT'])
  expect(
    ['owl', 'notes', 'fox', 'fox.recipe', 'elk.recipe', 'elk'].map((stem) => claims.claim(stem)),
  ).toEqual(['owl (2)', 'notes (2)', 'fox', 'fox.recipe (2)', 'elk.recipe', 'elk (2)'])
})

test('ten thousand of the same name are numbered in a moment', () => {
  const claims = createNameClaims()
  const names = new Set(Array.from({ length: 10_000 }, () => claims.claim('fox')))
  expect([names.size, names.has('fox (10000)')]).toEqual([10_000, true])
})

test('counts characters as a reader does', () => {
  const flag = '\u{1F1EB}\u{1F1F7}'
  expect(firstCharacters(`${flag}e\u0301 fox`, 3)).toBe(`${flag}e\u0301`)
  expect(firstCharacters('  a\n\nfox  ', 40)).toBe('a fox')
})
