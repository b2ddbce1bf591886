/** The calls about the library. */
import { fail, succeed } from '#contract/errors.ts'
import type { Shell } from '../ports/shell.ts'
import type { HandlersFor } from '../router.ts'
import { toAsset } from './asset-row.ts'
import type { Library } from './library.ts'
import { rebuildLibrary, verifyLibrary } from './upkeep.ts'

export function createLibraryHandlers(library: Library, shell: Shell | undefined): HandlersFor<'library'> {
  return {
    'library.query': (query) => library.query(query),
    'library.get': ({ id }) => {
      const record = library.find(id)
      return record ? succeed(toAsset(record)) : fail('not_found', 'There is no such asset.')
    },
    'library.update': ({ ids, ...change }) => succeed({ changed: library.change(ids, change) }),
    'library.trash': ({ ids }) => succeed({ changed: library.trash(ids) }),
    'library.restore': ({ ids }) => succeed({ changed: library.change(ids, { trashedAt: null }) }),
    'library.verify': async () => succeed(await verifyLibrary(library)),
    'library.rebuild': async () => succeed(await library.sidecars.next(() => rebuildLibrary(library))),
    'library.stats': () => succeed(library.store.sums()),
    'library.reveal': async ({ id }) => {
      if (!shell)
        return fail(
          'not_available_here',
          'This host cannot show files. The data folder is named in Settings.',
        )
      const record = library.find(id)
      if (!record) return fail('not_found', 'There is no such asset.')
      await shell.reveal(library.media.path(record.sha256, record.extension))
      return succeed({})
    },
  }
}
