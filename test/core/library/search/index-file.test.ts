/** The index file: used only when it is valid and of this library, and never needed. */
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Language } from '#contract/rules/languages.ts'
import { readIndexFile, writeIndexFile } from '#core/library/search/index-file.ts'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { newRow, openTestSearch, type TestSearch } from './search-fixtures.ts'

/** More than are read anew in no time. */
const ROWS = 2_400

async function openKept(): Promise<TestSearch> {
  const library = await openTestSearch()
  library.store.insertMany(
    Array.from({ length: ROWS }, (_, number) =>
      newRow(number, { prompt: `fox ${number} 赤い狐`, tags: ['saved'] }),
    ),
  )
  await library.facets({})
  await until(() => existsSync(library.indexFile))
  return library.reopen()
}

async function everything(library: TestSearch) {
  return {
    pages: await library.query({ text: 'fox 1', sort: 'relevance', limit: 500 }),
    running: (await library.query({ text: '赤い' })).total,
    facets: await library.facets({ text: '2' }),
    newest: (await library.layout({}))[0],
  }
}

slow('finds the same from the index file as from the rows', async () => {
  const library = await openKept()
  expect(readIndexFile(library.indexFile)?.columns.count).toBe(ROWS)
  const saved = await everything(library)
  const { indexFile } = library
  const fresh = await library.reopen({ indexFile: `${indexFile}.none` })
  expect(await everything(fresh)).toEqual(saved)
  expect(saved.running).toBe(ROWS)
})

slow('follows what changed since the index was saved', async () => {
  const library = await openKept()
  const before = readFileSync(library.indexFile)
  library.add({ id: newRow(9_999).id, prompt: 'late' })
  library.store.change([newRow(3).id], { title: 'Renamed', trashedAt: 1 })
  const again = await library.reopen()
  expect(readFileSync(again.indexFile).equals(before)).toBe(true)
  expect(await again.prompts({ text: 'late' })).toEqual(['late'])
  expect(await again.prompts({ text: 'renamed', trashed: true })).toEqual(['fox 3 赤い狐'])
  expect((await again.facets({})).total).toBe(ROWS)
})

slow('keeps the order of names once somebody has asked for it, and follows what changed since', async () => {
  const library = await openKept()
  expect(readIndexFile(library.indexFile)?.names).toBeNull()
  const byName = { sort: 'name', limit: 500 } as const
  const before = await library.prompts(byName)
  const again = await library.reopen()
  expect(readIndexFile(again.indexFile)?.names?.slots).toHaveLength(ROWS)
  expect(await again.prompts(byName)).toEqual(before)
  again.add({ id: newRow(9_999).id, prompt: 'ant' })
  expect(await again.prompts(byName)).toEqual(['ant', ...before.slice(0, -1)])
})

slow(
  'keeps the order of names of one language, which is used for no other, nor by who sorts by other rules',
  async () => {
    const library = await openKept()
    library.store.change([newRow(1).id], { title: 'ñandú' })
    library.store.change([newRow(2).id], { title: 'nube' })
    library.store.change([newRow(3).id], { title: 'oso' })
    const titles = async ({ query }: TestSearch, language?: Language) => {
      const { items } = await query({ sort: 'name', limit: 500, text: 'n', ...(language && { language }) })
      return items.flatMap(({ title }) => title ?? [])
    }
    const [spanish, english] = [
      ['nube', 'ñandú'],
      ['ñandú', 'nube'],
    ]
    expect(await titles(library, 'es')).toEqual(spanish)
    const second = await library.reopen()
    expect(readIndexFile(second.indexFile)?.names).toMatchObject({ language: 'es' })
    expect(await titles(second)).toEqual(spanish)
    expect(await titles(second, 'de')).toEqual(english)
    const third = await second.reopen()
    const saved = readIndexFile(third.indexFile)
    expect(saved?.names).toMatchObject({ language: 'de' })
    await third.close()
    if (!saved?.names) throw new Error('Nothing was saved.')
    const slots = saved.names.slots.toReversed()
    writeIndexFile(third.indexFile, { ...saved, names: { ...saved.names, slots } })
    const trusting = await third.reopen()
    expect(await titles(trusting, 'de')).toEqual(spanish)
    await trusting.close()
    writeIndexFile(third.indexFile, { ...saved, names: { ...saved.names, slots, rules: 'older' } })
    expect(await titles(await trusting.reopen(), 'de')).toEqual(english)
  },
)

slow('is not used when a bit is wrong, when it is truncated, or when it is empty', async () => {
  const library = await openKept()
  await library.close()
  const valid = readFileSync(library.indexFile)
  expect(readIndexFile(library.indexFile)).not.toBeNull()
  const bit = (place: number): Buffer => {
    const bytes = Buffer.from(valid)
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
    return bytes
  }
  const places = [0, 1, 5, 300, valid.length >> 1, valid.length - 1]
  const wrong = [
    ...places.map(bit),
    valid.subarray(0, -1),
    valid.subarray(0, 50),
    Buffer.alloc(0),
    Buffer.concat([valid, valid]),
  ]
  for (const bytes of wrong) {
    writeFileSync(library.indexFile, bytes)
    expect(readIndexFile(library.indexFile)).toBeNull()
  }
  const again = await library.reopen()
  expect((await again.query({ text: 'fox' })).total).toBe(ROWS)
})

slow('is not used when the database is an older copy or another one', async () => {
  const library = await openTestSearch()
  library.store.insertMany(Array.from({ length: ROWS }, (_, number) => newRow(number, { prompt: 'old' })))
  await library.reopen().then((again) => again.close())
  const database = `${library.dataDir}/library.db`
  copyFileSync(database, `${database}.copy`)
  const changed = await library.reopen()
  changed.db.run("UPDATE assets SET prompt = 'fresh'")
  expect((await changed.query({ text: 'fresh' })).total).toBe(ROWS)
  await until(() => readIndexFile(library.indexFile))
  await changed.close()
  copyFileSync(`${database}.copy`, database)
  const restored = await library.reopen()
  // As many changes as the saved index knows of, but others.
  restored.db.run('UPDATE assets SET rating = 1')
  expect((await restored.query({ text: 'old' })).total).toBe(ROWS)
  expect((await restored.query({ text: 'fresh' })).total).toBe(0)
})

slow('shortens the log of changes to its last line once the index file holds them', async () => {
  const library = await openTestSearch()
  library.store.insertMany(Array.from({ length: ROWS }, (_, number) => newRow(number)))
  await library.facets({})
  const rows = () => Number(library.db.get('SELECT count(*) AS number FROM asset_changes')?.['number'])
  await until(() => rows() === 1)
  const saved = readFileSync(library.indexFile)
  library.add({ id: newRow(9_999).id, prompt: 'late' })
  const again = await library.reopen()
  expect(await again.prompts({ text: 'late' })).toEqual(['late'])
  await again.close()
  expect(readFileSync(library.indexFile).equals(saved)).toBe(true)
})

slow('is not written for a small library, and holds nothing for others to read', async () => {
  const small = await openTestSearch()
  const { id } = small.add()
  for (const rating of [1, 2, 3]) small.store.change([id], { rating })
  await small.facets({})
  // Its next start reads all rows, and no changes.
  await until(() => small.db.get('SELECT count(*) AS number FROM asset_changes')?.['number'] === 1)
  await small.close()
  expect(existsSync(small.indexFile)).toBe(false)
  const library = await openKept()
  // Windows keeps no such bits.
  expect(process.platform === 'win32' ? 0 : statSync(library.indexFile).mode & 0o077).toBe(0)
})
