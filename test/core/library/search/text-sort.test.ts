/** Texts sorted by their bytes, of the same text the highest number first. */
import { expect, test } from 'vitest'
import { createTextSort } from '#core/library/search/name-order.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'

const LETTERS = ['a', 'b', 'z', ' ', 'é', '狐', '😀']
/** Hundreds of kilobytes: several chunks. */
const COUNT = 20_000

test('sorts as a comparison of bytes does, whatever the texts share', () => {
  const random = seededRandom(5)
  const one = (most: number): string =>
    Array.from({ length: Math.floor(random() * most) }, () => LETTERS[Math.floor(random() * 7)]).join('')
  const texts = Array.from({ length: COUNT }, () => (random() < 0.5 ? 'a shared beginning, ' : '') + one(60))
  const sorting = createTextSort(COUNT)
  for (const [number, text] of texts.entries()) if (text !== '') sorting.add(number, text)
  const bytes = texts.map((text) => Buffer.from(text))
  const compared = Array.from(texts.keys())
    .filter((number) => texts[number] !== '')
    .toSorted((a, b) => Buffer.compare(bytes[a] ?? Buffer.of(), bytes[b] ?? Buffer.of()) || b - a)
  expect([...sorting.sorted()]).toEqual(compared)
})

test('takes none, and one that is longer than a chunk', () => {
  expect([...createTextSort(3).sorted()]).toEqual([])
  const sorting = createTextSort(3)
  sorting.add(0, 'b'.repeat(1 << 21))
  sorting.add(1, 'a')
  sorting.add(2, 'b')
  expect([...sorting.sorted()]).toEqual([1, 2, 0])
})
