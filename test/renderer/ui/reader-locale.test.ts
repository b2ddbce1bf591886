import { expect, it } from 'vitest'
import { readerLocale } from '#renderer/ui/reader-locale.ts'

it.each([
  [['de-DE', 'en-US'], 'en-US'],
  [['en-GB'], 'en-GB'],
  [['de-DE'], 'en-GB'],
  [['hi-IN'], 'en'],
])('writes times for readers of %j as %s does', (languages, locale) => {
  expect(readerLocale(languages)).toBe(locale)
})
