/** The calls that look at an archive and take it in. */
import type { HandlersFor } from '../../../calls/handlers.ts'
import type { Archives } from './import-archive.ts'

export function createArchiveHandlers(archives: Archives): HandlersFor<'archives'> {
  return {
    'archives.preview': ({ path }) => archives.preview(path),
    'archives.place': ({ id }) => archives.placeOf(id),
    'archives.import': (wish) => archives.start(wish),
  }
}
