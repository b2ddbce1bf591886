/** Lists and searches: what is asked for is found, in order, on pages that hold while new assets arrive. */
import { expect, test } from 'vitest'
import type { LibraryQuery } from '#core/library/assets/asset-store.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestLibrary, type TestLibrary } from './fixtures.ts'
import { openTestSearch } from './search/search-fixtures.ts'

function pages({ library }: TestLibrary, query: LibraryQuery) {
  return async (cursor?: string) => {
    const page = await library.search.query({ ...query, ...(cursor === undefined ? {} : { cursor }) })
    if (!page.ok) throw new Error(page.error.id)
    return page.data
  }
}

const FOUND: readonly (readonly [text: string, prompts: readonly string[]])[] = [
  ['fox', ['a red fox', 'The FOX and the hound']],
  ['FOX', ['a red fox', 'The FOX and the hound']],
  ['red fox', ['a red fox']],
  ['fox red', ['a red fox']],
  ['ox', ['a red fox', 'The FOX and the hound']],
  ['x', ['a red fox', 'The FOX and the hound']],
  ['狐', ['雪の中の赤い狐', '一只红色的狐狸，在雪地里奔跑']],
  ['赤い', ['雪の中の赤い狐']],
  ['中の赤い', ['雪の中の赤い狐']],
  ['100%', ['100% wool']],
  ['%', ['100% wool']],
  ['_', ['snake_case', 'solo,1girl,long_hair,(smile:1.2)']],
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
  ['(', ['solo,1girl,long_hair,(smile:1.2)']],
  ['zebra', []],
  ['hound\u0000', ['The FOX and the hound']],
  ['cafe', ['Café at night']],
  ['CAFÉ', ['Café at night']],
  ['cafe\u0301', ['Café at night']],
  ['狐狸', ['一只红色的狐狸，在雪地里奔跑']],
  ['色的狐狸，在雪', ['一只红色的狐狸，在雪地里奔跑']],
  ['红 奔跑', ['一只红色的狐狸，在雪地里奔跑']],
  ['여우가', ['붉은여우가눈속을달린다']],
  ['눈', ['붉은여우가눈속을달린다']],
  ['girl,long', ['solo,1girl,long_hair,(smile:1.2)']],
  ['hair solo', ['solo,1girl,long_hair,(smile:1.2)']],
  [',', ['solo,1girl,long_hair,(smile:1.2)', '一只红色的狐狸，在雪地里奔跑']],
  ['снег', ['Ёлка в снегу']],
  ['елка', ['Ёлка в снегу']],
  ['ёЛКА', ['Ёлка в снегу']],
  ['🦊', ['wild 🦊🌲']],
  ['ｗｉｌｄ', ['wild 🦊🌲']],
  ['g', ['Café at night', 'solo,1girl,long_hair,(smile:1.2)']],
]

const PROMPTS = [
  'a red fox',
  'The FOX and the hound',
  '雪の中の赤い狐',
  '100% wool',
  'snake_case',
  'a "quoted" word',
  "five o'clock",
  'back\\slash',
  'Café at night',
  '一只红色的狐狸，在雪地里奔跑',
  '붉은여우가눈속을달린다',
  'solo,1girl,long_hair,(smile:1.2)',
  'Ёлка в снегу',
  'wild 🦊🌲',
]

test('finds any text anywhere: one letter, quotes, marks, wildcards, accents, every script', async () => {
  const library = await openTestSearch()
  for (const prompt of PROMPTS) library.add({ prompt })
  for (const [text, prompts] of FOUND) {
    expect([text, new Set(await library.prompts({ text }))]).toEqual([text, new Set(prompts)])
  }
})

test('finds by title, tag, model and provider too, as they are now', async () => {
  const library = await openTestLibrary()
  const { id } = await library.add(1, { prompt: 'one', model: 'flux-pro', provider: 'blackforest' })
  await library.add(2, { prompt: 'two' })
  await library.library.change([id], { title: 'Winter morning', addTags: ['portfolio'] })
  for (const text of ['winter', 'portfolio', 'flux', 'blackforest', 'one flux winter']) {
    expect(await library.prompts({ text })).toEqual(['one'])
  }
  await library.library.change([id], { title: '', removeTags: ['portfolio'] })
  expect(await library.prompts({ text: 'winter' })).toEqual([])
  expect(await library.prompts({ text: 'portfolio' })).toEqual([])
})

slow('filters by every facet, alone and together, with the total', async () => {
  const library = await openTestLibrary()
  const fox = await library.add(1, { prompt: 'fox', model: 'a', provider: 'x' })
  const owl = await library.add(2, { prompt: 'owl', model: 'b', provider: 'x', mediaType: 'video' })
  const elk = await library.add(3, { prompt: 'elk', model: 'b', provider: 'y' })
  await library.library.change([fox.id], { rating: 5, favorite: true, addTags: ['best', 'red'] })
  await library.library.change([owl.id], { rating: 3, addTags: ['best'] })
  await library.library.trash([elk.id])
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
    expect([query, await library.prompts(query)]).toEqual([query, found])
    expect((await pages(library, query)()).total).toBe(found.length)
  }
})

slow.each(['newest', 'oldest', 'rating'] as const)('pages by %s hold while assets arrive', async (sort) => {
  const library = await openTestLibrary()
  for (let number = 0; number < 7; number++) {
    const { id } = await library.add(number, { prompt: `fox ${number}` })
    await library.library.change([id], { rating: number % 3 })
  }
  const whole = await library.prompts({ sort })
  const page = pages(library, { sort, limit: 3 })
  const first = await page()
  await library.add(100, { prompt: 'late' })
  const second = await page(first.nextCursor ?? '')
  const third = await page(second.nextCursor ?? '')
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
  const first = await page()
  const second = await page(first.nextCursor ?? '')
  const third = await page(second.nextCursor ?? '')
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
  const { library } = await openTestLibrary()
  for (const cursor of ['x', '', 'e30', Buffer.from('{"createdAt":"x"}').toString('base64url')]) {
    expect(await library.search.query({ cursor })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'cursor' },
    })
  }
})
