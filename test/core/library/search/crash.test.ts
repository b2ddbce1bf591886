/** A search worker that crashes is replaced; requests get their response, or an error as data. */
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestSearch, type TestSearch } from './search-fixtures.ts'

async function openCrashing(crashes: number): Promise<TestSearch> {
  const library = await openTestSearch({ script: new URL('./crashing-search-worker.ts', import.meta.url) })
  writeFileSync(`${library.indexFile}.crashes`, 'x'.repeat(crashes))
  library.add({ prompt: 'a red fox' })
  return library
}

test('sends requests again to a new worker after a crash', async () => {
  const library = await openCrashing(1)
  const responses = await Promise.all([
    library.search.query({ text: 'fox' }),
    library.search.facets({}),
    library.search.layout({}),
  ])
  expect(responses.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(library.logLines).toEqual([expect.stringMatching(/^The search worker crashed/)])
})

test('fails when the worker crashes twice, and handles the next request', async () => {
  const library = await openCrashing(2)
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
})

test('removes the index file when a worker crashes before it is ready', async () => {
  const library = await openCrashing(1)
  writeFileSync(library.indexFile, 'whatever makes a worker crash')
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(existsSync(library.indexFile)).toBe(false)
})

test('returns errors as data when the database is gone or the search is closed', async () => {
  const library = await openTestSearch({ database: '/nowhere/library.db' })
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  await library.search.close()
  expect(await library.search.layout({})).toMatchObject({ ok: false, error: { code: 'internal' } })
})

test('ends open requests when it closes', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'a red fox' })
  const responses = [library.search.facets({}), library.search.layout({})]
  await library.close()
  expect((await Promise.all(responses)).map(({ ok }) => typeof ok)).toEqual(['boolean', 'boolean'])
})
