/** A search thread that crashes is replaced; the question is answered, or an error as data. */
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestSearch, type TestSearch } from './search-fixtures.ts'

async function openCrashing(crashes: number): Promise<TestSearch> {
  const library = await openTestSearch({ script: new URL('./crashing-search-worker.ts', import.meta.url) })
  writeFileSync(`${library.indexFile}.crashes`, 'x'.repeat(crashes))
  library.add({ prompt: 'a red fox' })
  return library
}

test('asks a new thread when one crashes', async () => {
  const library = await openCrashing(1)
  const answers = await Promise.all([
    library.search.query({ text: 'fox' }),
    library.search.facets({}),
    library.search.layout({}),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(library.logLines).toEqual([expect.stringMatching(/^The search's thread crashed/)])
})

test('says so when the thread crashes again, and answers the next question', async () => {
  const library = await openCrashing(2)
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
})

test('throws the kept index away when a thread crashes before it has read it', async () => {
  const library = await openCrashing(1)
  writeFileSync(library.indexFile, 'whatever makes a thread crash')
  expect(await library.prompts({ text: 'fox' })).toEqual(['a red fox'])
  expect(existsSync(library.indexFile)).toBe(false)
})

test('answers as data when the database is gone, or the search is closed', async () => {
  const library = await openTestSearch({ database: '/nowhere/library.db' })
  expect(await library.search.facets({})).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  await library.search.close()
  expect(await library.search.layout({})).toMatchObject({ ok: false, error: { code: 'internal' } })
})

test('ends what is under way when it closes', async () => {
  const library = await openTestSearch()
  library.add({ prompt: 'a red fox' })
  const answers = [library.search.facets({}), library.search.layout({})]
  await library.close()
  expect((await Promise.all(answers)).map(({ ok }) => typeof ok)).toEqual(['boolean', 'boolean'])
})
