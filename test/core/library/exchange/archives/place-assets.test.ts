/** Folders and boards of other tools become collections, however their names are spelled. */
import { expect, test } from 'vitest'
import { createPlacement } from '#core/library/exchange/archives/place-assets.ts'
import { openTestLibrary } from '../../fixtures.ts'

test('a folder that macOS spells in letters and marks is the collection of that name', async () => {
  const { library, add } = await openTestLibrary()
  const { id } = await add(1)
  const made = library.collections.create('Gem\u00e4lde', null)
  const folders = { 1: ['gema\u0308lde', 'Cafe\u0301'] }
  const index = { source: 'eagle', notes: {}, folders, damaged: null } as const
  const placement = createPlacement({ library }, index, undefined)
  placement.put(id, placement.collectionsOf({ folders: ['1'] }))
  expect(library.collections.list()).toMatchObject([
    { name: 'Caf\u00e9', parentId: made.ok ? made.data.id : '', count: 1 },
    { name: 'Gem\u00e4lde', parentId: null, count: 0 },
  ])
})
