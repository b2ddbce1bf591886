/** The calls about the library. */
import { fail, succeed } from '#contract/errors.ts'
import type { Shell } from '../ports/shell.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { toAsset } from './assets/asset-row.ts'
import type { Library } from './library.ts'
import type { Collections } from './collections/collections.ts'
import type { SavedSearches } from './collections/saved-searches.ts'

/** The others of the library are answered by exchange and by maintenance. */
type OwnRoute =
  | `library.${'query' | 'facets' | 'get' | 'getMany' | 'update' | 'readAgain' | 'trash' | 'restore'}`
  | `library.${'similar' | 'duplicates' | 'lineage' | 'stats' | 'reveal'}`

export function createLibraryHandlers(
  library: Library,
  shell: Shell | undefined,
): Pick<HandlersFor<'library'>, OwnRoute> {
  return {
    'library.query': (query) => library.search.query(query),
    'library.facets': (filter) => library.search.facets(filter),
    'library.get': ({ id }) => {
      const record = library.find(id)
      return record ? succeed(toAsset(record)) : fail('not_found', 'library.noAsset')
    },
    'library.getMany': ({ ids }) =>
      succeed({ items: ids.flatMap((id) => library.find(id) ?? []).map(toAsset) }),
    'library.update': async ({ ids, ...change }) => succeed({ changed: await library.change(ids, change) }),
    'library.readAgain': async ({ id }) => {
      const record = library.find(id)
      const read = record && (await library.readAgain(record))
      return read ? succeed(toAsset(read)) : fail('not_found', 'library.noAsset')
    },
    'library.trash': async ({ ids }) => succeed({ changed: await library.trash(ids) }),
    'library.restore': async ({ ids }) =>
      succeed({ changed: await library.change(ids, { trashedAt: null }) }),
    'library.similar': async ({ id }) => {
      const record = library.find(id)
      if (!record) return fail('not_found', 'library.noAsset')
      return succeed({ items: await library.similar(record) })
    },
    'library.duplicates': async () => succeed({ items: await library.duplicates() }),
    'library.lineage': ({ id }) => {
      const record = library.find(id)
      return record ? succeed(library.lineage(record)) : fail('not_found', 'library.noAsset')
    },
    'library.stats': () => library.search.stats(),
    'library.reveal': async ({ id }) => {
      if (!shell) return fail('not_available_here', 'library.revealUnavailable')
      const record = library.find(id)
      if (!record) return fail('not_found', 'library.noAsset')
      await shell.reveal(library.media.path(record.sha256, record.extension))
      return succeed({})
    },
  }
}

export function createCollectionHandlers(collections: Collections): HandlersFor<'collections'> {
  return {
    'collections.list': () => succeed({ items: collections.list() }),
    'collections.create': ({ name, parentId = null }) => collections.create(name, parentId),
    'collections.update': ({ id, ...change }) => collections.update(id, change),
    'collections.remove': ({ id }) => collections.remove(id),
    'collections.restore': ({ id }) => collections.restore(id),
    'collections.add': ({ id, assetIds }) => collections.add(id, assetIds),
    'collections.drop': ({ id, assetIds }) => collections.drop(id, assetIds),
  }
}

export function createSearchHandlers(searches: SavedSearches): HandlersFor<'searches'> {
  return {
    'searches.list': () => succeed({ items: searches.list() }),
    'searches.create': ({ name, filter }) => succeed(searches.create(name, filter)),
    'searches.update': ({ id, ...change }) => searches.update(id, change),
    'searches.remove': ({ id }) => searches.remove(id),
  }
}
