/** The calls about watched folders. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../../../calls/handlers.ts'
import type { WatchedFolders } from './watched-folders.ts'

export function createWatchedHandlers(watched: WatchedFolders): HandlersFor<'watched'> {
  return {
    'watched.list': () => succeed({ items: watched.list() }),
    'watched.add': (wish) => watched.add(wish),
    'watched.remove': ({ id }) => watched.remove(id),
  }
}
