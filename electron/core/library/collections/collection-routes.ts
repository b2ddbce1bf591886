/** The calls about collections and saved searches. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../../router.ts'
import type { Collections } from './collections.ts'
import type { SavedSearches } from './saved-searches.ts'

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
