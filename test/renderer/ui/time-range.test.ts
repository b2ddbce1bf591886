import { expect, it } from 'vitest'
import { timeRange } from '#renderer/ui/days.ts'
import { readerLocale } from '#renderer/ui/text.ts'

it.each([
  [800, 4_300, { unit: 'second', from: 1, to: 5 }],
  [3_000, 7_500, { unit: 'second', from: 3, to: 8 }],
  [18_200, 39_900, { unit: 'second', from: 20, to: 40 }],
  [-4_000, 12_000, { unit: 'second', from: 0, to: 15 }],
  [61_000, 400_000, { unit: 'minute', from: 2, to: 7 }],
  [3_600_000, 9_000_000, { unit: 'hour', from: 1, to: 2.5 }],
  [1_800_000, 36_000_000, { unit: 'hour', from: 0.5, to: 10 }],
])('tells %d to %d ms as a person would', (from, to, range) => {
  expect(timeRange(from, to)).toEqual(range)
})

it.each([
  [['de-DE', 'en-US'], 'en-US'],
  [['en-GB'], 'en-GB'],
  [['de-DE'], 'en-GB'],
  [['hi-IN'], 'en'],
])('writes times for readers of %j as %s does', (languages, locale) => {
  expect(readerLocale('en', languages)).toBe(locale)
})
