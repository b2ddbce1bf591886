/** Pages, facets and layouts equal a plain scan of every asset. */
import type { LayoutQuery, LibraryFacets, LibraryFilter, LibrarySort } from '#contract/library.ts'
import type { Language } from '#contract/rules/languages.ts'
import { ASSET_TYPES, assetTypeOf } from '#contract/rules/media.ts'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import { seededRandom, pick } from '#test/stand-ins/seeded-random.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { newRow, openTestSearch, type NewRow, type TestSearch } from './search-fixtures.ts'
import { expect, test } from 'vitest'

const KINDS = ['image', 'video', 'audio', 'text', 'model3d', 'other'] as const
const TYPES = ['image', 'video', 'character', 'music'] as const
const ASSETS = 600

function some<T>(next: () => number, list: readonly T[]): T[] {
  return list.filter(() => next() < 0.4)
}

function randomRow(next: () => number, number: number): NewRow {
  return newRow(number, {
    kind: pick(next, KINDS),
    mediaType: pick(next, TYPES),
    model: `model ${Math.floor(next() ** 2 * 8)}`,
    provider: pick(next, ['alpha', 'beta', 'gamma']),
    scene: pick(next, ['still', 'moving']),
    prompt: some(next, ['red', 'fox', 'snow', 'night', '狐']).join(' '),
    tags: some(next, ['best', 'print', 'later']),
    ...(next() < 0.3 ? { title: pick(next, ['Über', 'under', 'Zoo', 'zoo']) } : {}),
    sizeBytes: pick(next, [7, 70_000, 70_001, 6_000_000_000]),
    ...(next() < 0.3 ? { durationMs: Math.floor(next() * 4) * 1_000 } : {}),
    rating: Math.floor(next() * 6),
    favorite: next() < 0.2,
    createdAt: 1_000_000 + Math.floor(next() * 300) * 1_000,
    ...(next() < 0.8
      ? { width: 100 + Math.floor(next() * 900), height: 100 + Math.floor(next() * 900) }
      : {}),
    ...(next() < 0.1 ? { trashedAt: 5 } : {}),
  })
}

function randomFilter(next: () => number): LibraryFilter {
  const parts: LibraryFilter = {
    text: some(next, ['re', 'fox', '狐', 'o']).join(' '),
    prompt: some(next, ['red', 'fox', '狐']).join(' ') || 'snow',
    mediaTypes: some(next, TYPES),
    kinds: some(next, KINDS),
    types: some(next, ASSET_TYPES),
    models: some(next, ['model 0', 'model 1', 'model 2', 'unknown']),
    providers: some(next, ['alpha', 'beta']),
    scenes: ['still'],
    tags: some(next, ['best', 'print']),
    minRating: Math.floor(next() * 6),
    favorite: next() < 0.5,
    from: 1_000_000 + Math.floor(next() * 300) * 1_000,
    to: 1_000_000 + Math.floor(next() * 300) * 1_000,
    trashed: next() < 0.5,
  }
  return Object.fromEntries(Object.entries(parts).filter(() => next() < 0.2))
}

type Part = keyof LibraryFilter

function fits(asset: AssetRecord, filter: LibraryFilter, without?: Part): boolean {
  const has = (list: readonly string[] | undefined, value: string) => !list?.length || list.includes(value)
  const words = `${asset.title ?? ''} ${asset.prompt} ${asset.tags.join(' ')} ${asset.model} ${asset.provider} ${asset.scene}`
  const tests: Partial<Record<Part, boolean>> = {
    text: (filter.text ?? '').split(' ').every((word) => words.includes(word)),
    prompt: filter.prompt === undefined || filter.prompt === asset.prompt,
    mediaTypes: has(filter.mediaTypes, asset.mediaType),
    kinds: has(filter.kinds, asset.kind),
    types: has(filter.types, assetTypeOf(asset)),
    models: has(filter.models, asset.model),
    providers: has(filter.providers, asset.provider),
    scenes: has(filter.scenes, asset.scene),
    tags: (filter.tags ?? []).every((tag) => asset.tags.includes(tag)),
    minRating: asset.rating >= (filter.minRating ?? 0),
    favorite: filter.favorite === undefined || filter.favorite === asset.favorite,
    from: asset.createdAt >= (filter.from ?? 0),
    to: asset.createdAt < (filter.to ?? Infinity),
    trashed: (filter.trashed === true) === (asset.trashedAt !== undefined),
  }
  return Object.entries(tests).every(([part, holds]) => part === without || holds)
}

function plainFacets(assets: readonly AssetRecord[], filter: LibraryFilter): LibraryFacets {
  const count = (without: Part | undefined, values: (asset: AssetRecord) => readonly string[]) => {
    const counts = new Map<string, number>()
    for (const asset of assets.filter((one) => fits(one, filter, without)))
      for (const value of values(asset)) counts.set(value, (counts.get(value) ?? 0) + 1)
    return [...counts]
      .map(([value, number]) => ({ value, count: number }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }
  return {
    total: assets.filter((asset) => fits(asset, filter)).length,
    types: count('types', (asset) => [assetTypeOf(asset)]),
    models: count('models', (asset) => [asset.model]),
    providers: count('providers', (asset) => [asset.provider]),
    scenes: count('scenes', (asset) => [asset.scene]),
    // An asset must carry all that are chosen: another one narrows further.
    tags: count(undefined, (asset) => asset.tags),
    ratings: count('minRating', (asset) => [String(asset.rating)]),
    favorites: assets.filter((asset) => asset.favorite && fits(asset, filter, 'favorite')).length,
  }
}

function plainOrder(
  assets: readonly AssetRecord[],
  filter: LibraryFilter,
  sort: Exclude<LibrarySort, 'relevance'>,
): AssetRecord[] {
  const newest = (a: AssetRecord, b: AssetRecord) => b.createdAt - a.createdAt || b.seq - a.seq
  const found = assets.filter((asset) => fits(asset, filter)).toSorted(newest)
  const name = ({ title = '', prompt = '' }: AssetRecord) => (title || prompt).toLowerCase().replace('ü', 'u')
  const text = (a: string, b: string) => Number(a === '') - Number(b === '') || (a < b ? -1 : Number(a > b))
  const orders: Record<typeof sort, (a: AssetRecord, b: AssetRecord) => number> = {
    newest,
    oldest: (a, b) => newest(b, a),
    rating: (a, b) => b.rating - a.rating,
    // A file of more than 4 GB counts as one of 4 GB.
    size: (a, b) => Math.min(b.sizeBytes, 2 ** 32 - 1) - Math.min(a.sizeBytes, 2 ** 32 - 1),
    length: (a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0),
    model: (a, b) => text(a.model, b.model),
    name: (a, b) => text(name(a), name(b)) || (name(a) === '' ? 0 : b.seq - a.seq),
  }
  return found.toSorted((a, b) => orders[sort](a, b) || newest(a, b))
}

const PLAIN_SORTS = ['newest', 'oldest', 'rating', 'size', 'length', 'model', 'name'] as const

async function allPages({ query }: TestSearch, asked: LayoutQuery, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await query({ ...asked, limit, ...(cursor ? { cursor } : {}) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

async function openRandomLibrary(next: () => number) {
  const library = await openTestSearch()
  library.store.insertMany(Array.from({ length: ASSETS }, (_, number) => randomRow(next, number)))
  return { ...library, assets: [...library.store.each()] }
}

slow('counts each facet under all filters but its own, and everything in order', async () => {
  const next = seededRandom(5)
  const library = await openRandomLibrary(next)
  for (let number = 0; number < 150; number++) {
    const filter = number === 0 ? {} : randomFilter(next)
    expect([filter, await library.facets(filter)]).toEqual([filter, plainFacets(library.assets, filter)])
  }
})

slow('finds what fits, in order, page by page and in the layout', async () => {
  const next = seededRandom(6)
  const library = await openRandomLibrary(next)
  for (let number = 0; number < 90; number++) {
    const sort = pick(next, PLAIN_SORTS)
    const filter = number < 3 ? {} : randomFilter(next)
    const expected = plainOrder(library.assets, filter, sort)
    expect((await library.query({ ...filter, sort, limit: 1 })).total).toBe(expected.length)
    expect(await allPages(library, { ...filter, sort }, 70)).toEqual(expected.map(({ id }) => id))
    expect(await library.layout({ ...filter, sort })).toEqual(
      expected.map(({ id, createdAt, kind, favorite, rating, width = 0, height = 0 }) => ({
        id,
        createdAt,
        kind,
        favorite,
        rating,
        aspect: height === 0 ? null : Math.round((width / height) * 1_000) / 1_000,
      })),
    )
  }
})

slow('finds what was made with one prompt to the letter, and nothing that only holds its words', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'a red fox' })
  library.add({ prompt: 'a red fox', rating: 4 })
  for (const other of ['A red fox', 'a red fox, again', 'fox a red', 'a  red fox', '。', ''])
    library.add({ prompt: other })
  expect(await library.prompts({ prompt: 'a red fox' })).toEqual(['a red fox', 'a red fox'])
  expect(await library.prompts({ prompt: 'a red fox', minRating: 4 })).toEqual(['a red fox'])
  expect(await library.prompts({ prompt: 'a red fox', text: 'again' })).toEqual([])
  expect(await library.prompts({ prompt: '。' })).toEqual(['。'])
  expect(await library.prompts({ prompt: ' ' })).toEqual([])
  const quoting = 'a sign says "hello world" and «adieu,» in red'
  library.add({ prompt: quoting })
  expect(await library.prompts({ prompt: quoting })).toEqual([quoting])
})

test('finds a phrase between quotes, also among many assets and after they changed', async () => {
  const library = await openTestSearch()
  const others = Array.from({ length: 1_200 }, (_, number) => newRow(9_000 + number, { prompt: 'fox, red' }))
  library.store.insertMany(others)
  const said = library.add({ prompt: 'a red fox' })
  const tagged = library.add({ tags: ['red fox'] })
  library.add({ title: 'red', tags: ['fox'] })
  const ids = async () => (await library.query({ text: '"red fox"' })).items.map(({ id }) => id)
  expect(await ids()).toEqual([tagged.id, said.id])
  library.store.remove([tagged.id])
  expect(await ids()).toEqual([said.id])
})

test('sorts by relevance: what fits best first, then the newest, on every page', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'fox' })
  library.add({ prompt: 'outfoxed' })
  library.add({ prompt: 'a foxglove' })
  library.add({ prompt: 'a bear', title: 'Fox' })
  library.add({ prompt: 'the fox, again' })
  library.add({ prompt: 'a bear' })
  const best = ['a bear', 'the fox, again', 'fox', 'a foxglove', 'outfoxed']
  expect(await library.prompts({ text: 'fox', sort: 'relevance' })).toEqual(best)
  const ids = await allPages(library, { text: 'fox', sort: 'relevance' }, 2)
  expect(ids.map((id) => library.store.find(id)?.prompt)).toEqual(best)
  const layout = await library.layout({ text: 'fox', sort: 'relevance' })
  expect(layout.map(({ id }) => id)).toEqual(ids)
  expect((await library.prompts({ sort: 'relevance' }))[0]).toBe('a bear')
})

test('keeps the order of names while assets come, go and are renamed, also from one page to the next', async () => {
  const library = await openTestSearch()
  const order = async () => library.prompts({ sort: 'name' })
  const cherry = library.add({ prompt: 'cherry' })
  const apple = library.add({ prompt: 'Apple' })
  library.add({ prompt: '' })
  expect(await order()).toEqual(['Apple', 'cherry', ''])
  library.add({ prompt: 'banana' })
  library.add({ prompt: 'zebra', title: 'aardvark' })
  expect(await order()).toEqual(['zebra', 'Apple', 'banana', 'cherry', ''])
  const page = await library.query({ sort: 'name', limit: 3 })
  library.store.change([apple.id], { title: 'date' })
  for (const prompt of ['avocado', 'elder']) library.add({ prompt })
  const rest = await library.query({ sort: 'name', limit: 9, cursor: page.nextCursor ?? '' })
  expect(rest.items.map(({ prompt }) => prompt)).toEqual(['cherry', 'Apple', 'elder', ''])
  library.store.remove([cherry.id])
  expect(await order()).toEqual(['zebra', 'avocado', 'banana', 'Apple', 'elder', ''])
})

slow('sorts names as the language asked for does, anew with another one, and keeps to it', async () => {
  const library = await openTestSearch()
  for (const prompt of [
    'oso',
    '重庆',
    'nube',
    'shot 10',
    '阿猫',
    'ñandú',
    '北京',
    'shot 2',
    'Ärger',
    'arm',
    '长城',
  ])
    library.add({ prompt, model: prompt })
  const latin = ['Ärger', 'arm', 'ñandú', 'nube', 'oso', 'shot 2', 'shot 10']
  const chinese = ['阿猫', '北京', '重庆', '长城']
  for (const sort of ['name', 'model'] as const) {
    const order = async (language?: Language) => library.prompts({ sort, ...(language && { language }) })
    expect((await order('de')).slice(0, 7)).toEqual(latin)
    expect(await order('zh-Hans')).toEqual([...chinese, ...latin])
    expect((await order('es')).slice(2, 5)).toEqual(['nube', 'ñandú', 'oso'])
    expect((await order('ja')).slice(7)).not.toEqual(chinese)
  }
  const order = async () => library.prompts({ sort: 'name' })
  expect(await library.prompts({ sort: 'name', language: 'zh-Hans' })).toEqual([...chinese, ...latin])
  const moved = library.add({ prompt: '张三' })
  expect((await order()).slice(0, 5)).toEqual(['阿猫', '北京', '重庆', '张三', '长城'])
  library.store.change([moved.id], { title: '八' })
  expect((await order()).slice(0, 5)).toEqual(['阿猫', '张三', '北京', '重庆', '长城'])
})

test('counts at most 200 values of a facet, the most frequent', async () => {
  const library = await openTestSearch()
  library.store.insertMany(
    Array.from({ length: 500 }, (_, number) => newRow(number, { model: `m${Math.max(0, number - 250)}` })),
  )
  const { models } = await library.facets({})
  expect([models.length, models[0]]).toEqual([200, { value: 'm0', count: 251 }])
})

test('leaves an asset out of the layout whose id has no place in it, and nothing else', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'one' })
  library.store.insert(newRow(7, { id: 'from-elsewhere' }))
  expect(await library.query({})).toMatchObject({ total: 2 })
  const layout = await library.layout({})
  expect(layout.map(({ id }) => id)).toEqual([newRow(0).id])
})

test('says how many there are and how large their files', async () => {
  const library = await openTestSearch()
  const twin = { sha256: 'a'.repeat(64), sizeBytes: 50 }
  library.add({ mediaType: 'video', ...twin })
  library.add({ mediaType: 'image', ...twin })
  library.add({ mediaType: 'image', sizeBytes: 7 })
  library.add({ mediaType: 'image', sizeBytes: 3, trashedAt: 1 })
  expect(await library.search.stats()).toEqual({
    ok: true,
    data: { assets: 3, bytes: 60, byMediaType: { image: 2, video: 1 } },
  })
})
