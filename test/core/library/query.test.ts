/** Lists and searches: what is asked for is found, in order, on pages that hold while new assets arrive. */
import { expect, test } from 'vitest'
import { queryLibrary, type LibraryQuery } from '#core/library/query.ts'
import { openTestLibrary, type TestLibrary } from './fixtures.ts'

function pages({ db }: TestLibrary, query: LibraryQuery) {
  return (cursor?: string) => {
    const page = queryLibrary(db, { ...query, ...(cursor === undefined ? {} : { cursor }) })
    if (!page.ok) throw new Error(page.error.message)
    return page.data
  }
}

test.each<[string, readonly string[]]>([
  ['fox', ['a red fox', 'The FOX and the hound']],
  ['FOX', ['a red fox', 'The FOX and the hound']],
  ['red fox', ['a red fox']],
  ['fox red', ['a red fox']],
  ['ox', ['a red fox', 'The FOX and the hound']],
  ['x', ['a red fox', 'The FOX and the hound']],
  ['狐', ['雪の中の赤い狐']],
  ['赤い', ['雪の中の赤い狐']],
  ['中の赤い', ['雪の中の赤い狐']],
  ['100%', ['100% wool']],
  ['%', ['100% wool']],
  ['_', ['snake_case']],
  ['e_c', ['snake_case']],
  ['"quoted"', ['a "quoted" word']],
  ['quoted" wor', ['a "quoted" word']],
  ['"', ['a "quoted" word']],
  ["o'clock", ["five o'clock"]],
  ['\\', ['back\\slash']],
  ['café', ['Café at night']],
  ['AND', ['The FOX and the hound']],
  ['a* NOT', []],
  ['fox -red', []],
  ['prompt:fox', []],
  ['(', []],
  ['zebra', []],
  ['hound\u0000', ['The FOX and the hound']],
])('finds %j', async (text, found) => {
  const library = await openTestLibrary()
  const prompts = [
    'a red fox',
    'The FOX and the hound',
    '雪の中の赤い狐',
    '100% wool',
    'snake_case',
    'a "quoted" word',
    "five o'clock",
    'back\\slash',
    'Café at night',
  ]
  for (const [index, prompt] of prompts.entries())
    await library.add(index, { prompt, model: 'm1', provider: 'p1', scene: 's1' })
  expect(new Set(library.prompts({ text }))).toEqual(new Set(found))
})

test('finds by title, tag, model and provider too, as they are now', async () => {
  const library = await openTestLibrary()
  const { id } = await library.add(1, { prompt: 'one', model: 'flux-pro', provider: 'blackforest' })
  await library.add(2, { prompt: 'two' })
  library.library.change([id], { title: 'Winter morning', addTags: ['portfolio'] })
  for (const text of ['winter', 'portfolio', 'flux', 'blackforest', 'one flux winter']) {
    expect(library.prompts({ text })).toEqual(['one'])
  }
  library.library.change([id], { title: '', removeTags: ['portfolio'] })
  expect(library.prompts({ text: 'winter' })).toEqual([])
  expect(library.prompts({ text: 'portfolio' })).toEqual([])
})

test('filters by every facet, alone and together, with the total', async () => {
  const library = await openTestLibrary()
  const fox = await library.add(1, { prompt: 'fox', model: 'a', provider: 'x' })
  const owl = await library.add(2, { prompt: 'owl', model: 'b', provider: 'x', mediaType: 'video' })
  const elk = await library.add(3, { prompt: 'elk', model: 'b', provider: 'y' })
  library.library.change([fox.id], { rating: 5, favorite: true, addTags: ['best', 'red'] })
  library.library.change([owl.id], { rating: 3, addTags: ['best'] })
  library.library.trash([elk.id])
  const rows: [LibraryQuery, string[]][] = [
    [{}, ['owl', 'fox']],
    [{ trashed: true }, ['elk']],
    [{ mediaTypes: ['video'] }, ['owl']],
    [{ mediaTypes: [] }, ['owl', 'fox']],
    [{ models: ['a', 'c'] }, ['fox']],
    [{ providers: ['x'] }, ['owl', 'fox']],
    [{ tags: ['best'] }, ['owl', 'fox']],
    [{ tags: ['best', 'red'] }, ['fox']],
    [{ minRating: 4 }, ['fox']],
    [{ favorite: true }, ['fox']],
    [{ favorite: false }, ['owl']],
    [{ from: owl.createdAt }, ['owl']],
    [{ to: owl.createdAt }, ['fox']],
    [{ sort: 'oldest' }, ['fox', 'owl']],
    [{ sort: 'rating' }, ['fox', 'owl']],
    [{ tags: ['best'], models: ['b'], text: 'ow' }, ['owl']],
  ]
  for (const [query, found] of rows) {
    expect([query, library.prompts(query)]).toEqual([query, found])
    expect(pages(library, query)().total).toBe(found.length)
  }
})

test.each(['newest', 'oldest', 'rating'] as const)('pages by %s hold while assets arrive', async (sort) => {
  const library = await openTestLibrary()
  for (let number = 0; number < 7; number++) {
    const { id } = await library.add(number, { prompt: `fox ${number}` })
    library.library.change([id], { rating: number % 3 })
  }
  const whole = library.prompts({ sort })
  const page = pages(library, { sort, limit: 3 })
  const first = page()
  await library.add(100, { prompt: 'late' })
  const second = page(first.nextCursor ?? '')
  const third = page(second.nextCursor ?? '')
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ prompt }) => prompt))
  expect(seen.filter((prompt) => prompt !== 'late')).toEqual(whole)
  expect(new Set(seen).size).toBe(seen.length)
})

test('orders assets of the same moment one way, on every page', async () => {
  const library = await openTestLibrary()
  for (let number = 0; number < 5; number++) {
    await library.add(number, { prompt: `fox ${number}` })
    library.clock.moveWallClock(-60_000)
  }
  const page = pages(library, { limit: 2 })
  const first = page()
  const second = page(first.nextCursor ?? '')
  const third = page(second.nextCursor ?? '')
  expect([...first.items, ...second.items, ...third.items].map(({ prompt }) => prompt)).toEqual([
    'fox 4',
    'fox 3',
    'fox 2',
    'fox 1',
    'fox 0',
  ])
  expect(third.nextCursor).toBeNull()
})

test('refuses a cursor that it never gave', async () => {
  const { db } = await openTestLibrary()
  for (const cursor of ['x', '', 'e30', Buffer.from('{"createdAt":"x"}').toString('base64url')]) {
    expect(queryLibrary(db, { cursor })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'cursor' },
    })
  }
})
