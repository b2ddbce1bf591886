/** Listings that are made to take long or much: what reading one costs is bounded, whatever its shape. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { slow } from '#test/stand-ins/scale.ts'

const idsIn = (listing: Json): readonly string[] => readModels(listing).models.map(({ id }) => id)

slow('survives listings made to be hostile', () => {
  let deep: Json = ['x']
  for (let level = 0; level < 5_000; level++) deep = level % 2 === 0 ? { models: deep } : [deep]
  expect(readModels(deep).models).toEqual([])
  expect(
    readModels(
      JSON.parse('{"__proto__": {"models": ["a"]}, "models": {"constructor": {"name": "x"}}}') as Json,
    ).models,
  ).toMatchObject([{ id: 'constructor' }])
  let error: Json = 'late'
  for (let level = 0; level < 50_000; level++) error = { cause: error }
  expect(readModels({ errors: error, models: ['a'] }).problem?.id).toBe('catalog.error')
  expect(readModels('<script type="application/json" '.repeat(50_000)).models).toEqual([])
  expect(readModels('- `'.repeat(500_000)).models).toEqual([])
})

test('looks at two thousand members in all, however they are nested', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => `m${at}`)
  const listed = (listing: Json): number => readModels(listing).models.length
  expect(listed(many)).toBe(2_000)
  expect(listed({ models: Object.fromEntries(many.map((id) => [id, { name: id }])) })).toBe(1_995)
  expect(listed({ models: many.map((id) => ({ id })) })).toBe(1_999)
  // Half of them are the lists.
  expect(listed(many.map((id) => [`${id}-a`, `${id}-b`, `${id}-c`]).slice(0, 1_000))).toBe(1_000)
  // Of ninety fields and an id, each counts as five.
  const fat = { models: many.map((id) => ({ id, ...(fieldsWith(90, 1) as object) })) }
  expect(listed(fat)).toBe(400)
  expect(readModels(fat).hasMore).toBe(true)
  expect(readModels(many).hasMore).toBe(true)
  expect(readModels(many.slice(0, 1_999)).hasMore).toBe(false)
  const [wide] = readModels([{ id: 'm', ...Object.fromEntries(many.map((id) => [id, 1])) }]).models
  expect(Object.keys(wide?.raw ?? {})).toHaveLength(2_000)
  const [typed] = readModels([{ id: 'm', scenes: many.map((id) => `scene ${id}`) }]).models
  expect(typed?.scenes).toHaveLength(20)
})

test('reads a listing whose schemas refer to each other without end in bounded room', () => {
  const link = { $ref: '#/$defs/a' }
  const wide = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, link])),
  }
  const schema = {
    type: 'object',
    properties: { x: link },
    $defs: { a: { ...wide, properties: { ...wide.properties, q: { $ref: '#/$defs/b' } } }, b: wide },
  }
  const listing = Array.from({ length: 2_000 }, (_, at) => ({ id: `m-${at}`, input_schema: schema }))
  const { models } = readModels(listing)
  expect(models).toHaveLength(2_000)
  const written = JSON.stringify(models.map(({ optionSchema }) => optionSchema ?? null))
  expect(written.length).toBeLessThan(20_000_000)
})

/** In milliseconds of this thread, so that a busy machine makes no difference. */
const cpuMsOf = (listing: Json): number => {
  const before = process.threadCpuUsage()
  readModels(listing)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const fieldsWith = (count: number, value: Json): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, value]))

test.each<[string, Json]>([
  ['a reference of very many parts', { $ref: `#/${'/'.repeat(20_000)}` }],
  ['a reference with very much beside it', { $ref: '#/none', ...(fieldsWith(2_000, 1) as object) }],
])('follows %s once', (_, a) => {
  const schema = { definitions: { a }, properties: fieldsWith(2_000, { $ref: '#/definitions/a' }) }
  expect(cpuMsOf({ models: [{ id: 'acme/paint-1', schema }] })).toBeLessThan(1_000)
})

test('looks at ten thousand texts in all for scenes and media types', () => {
  const tasks = [...Array.from({ length: 19 }, (_, at) => `other ${at}`), 'text-to-image']
  const other = tasks.slice(0, 19)
  const entries = Array.from({ length: 1_990 }, (_, at) => ({
    id: `m${at}`,
    tasks,
    modes: other,
    type: other,
  }))
  const { models } = readModels({ models: entries })
  expect(models).toHaveLength(1_990)
  expect(models[0]?.scenes).toEqual(['text-to-image'])
  expect(models.at(-1)?.scenes).toEqual([])
})

const LONG = 'aB'.repeat(2_000_000)

test.each<[string, Json]>([
  ['a type of megabytes', { type: LONG }],
  ['a modality of megabytes', { mode: `a->${LONG.replaceAll('B', '+')}` }],
  ['scenes of megabytes', { scenes: Array.from({ length: 20 }, () => LONG) }],
])('reads an entry with %s in little time', (_, more) => {
  const listing = { models: [{ id: 'm', ...(more as object) }] }
  expect(cpuMsOf(listing)).toBeLessThan(1_000)
  expect(readModels(listing).models).toMatchObject([{ id: 'm', mediaTypes: [] }])
})

test('looks at ten thousand values in all for prices', () => {
  const prices = (fields: number): Json => ({ price: fieldsWith(fields, 'x') })
  const entries = (count: number) => [
    ...Array.from({ length: count }, (_, at) => ({ id: `m${at}`, ...(prices(20) as object) })),
    { id: 'last', price_usd: 2 },
  ]
  expect(readModels(entries(476)).models.at(-1)).toMatchObject({ id: 'last', priceAmount: { value: 2 } })
  expect(readModels(entries(477)).models.at(-1)?.priceAmount).toBeUndefined()
})

test('looks for a price among the first hundred fields of an entry, and the first twenty of a price', () => {
  const priceOf = (entry: Json) => readModels([{ id: 'm', ...(entry as object) }]).models[0]?.priceAmount
  const usd = { value: 2, unit: 'USD', per: 'request', isOpen: true }
  expect(priceOf({ ...(fieldsWith(90, 1) as object), price_usd: 2 })).toEqual(usd)
  expect(priceOf({ ...(fieldsWith(100, 1) as object), price_usd: 2 })).toBeUndefined()
  expect(priceOf({ price: { ...(fieldsWith(19, 1) as object), usd: 2 } })).toEqual(usd)
  expect(priceOf({ price: { ...(fieldsWith(20, 1) as object), usd: 2 } })).toBeUndefined()
})

test('looks at each script of a page once, from its beginning to its end', () => {
  const open = '<script type=application/json>'
  const about = JSON.stringify({ about: open.repeat(60) })
  const list = JSON.stringify({ models: [{ id: 'm' }] })
  expect(idsIn(`<p>${open}${about}</script>${open}${list}</script>`)).toEqual(['m'])
})

test('reads no script that never ends', () => {
  const cut = `<p>${'<script type="application/json">["'.repeat(50)}${'\\"'.repeat(2_000_000)}`
  expect(cpuMsOf(cut)).toBeLessThan(1_000)
})
