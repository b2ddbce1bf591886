import { expect, it } from 'vitest'
import { foundFor, hasWordsOf } from '#renderer/ui/typed-words.ts'

const NAMES = ['a red fox', 'Café at dusk', 'a boat']
const same = (name: string) => name

it('keeps of an earlier search only what has the words that are typed by now', () => {
  const earlier = { items: NAMES, isCurrent: false }
  expect(foundFor('RED fo', earlier, same)).toEqual(['a red fox'])
  expect(foundFor('harbour', earlier, same)).toEqual([])
  expect(foundFor('harbour', { items: NAMES, isCurrent: true }, same)).toEqual(NAMES)
})

it('finds words without their capitals and accents', () => {
  expect(NAMES.filter(hasWordsOf('dusk CAFE'))).toEqual(['Café at dusk'])
  expect(NAMES.filter(hasWordsOf(' '))).toEqual(NAMES)
})
