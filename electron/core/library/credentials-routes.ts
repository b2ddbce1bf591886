/** The call about who signed a file. */
import { fail, succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { UNREADABLE } from '../reading/reader.ts'
import type { Library } from './library.ts'
import { containerFor } from './provenance/embed-recipe.ts'

export function createCredentialsHandlers({
  find,
  media,
  reader,
}: Pick<Library, 'find' | 'media' | 'reader'>): HandlersFor<'credentials'> {
  return {
    'credentials.read': async ({ id }) => {
      const record = find(id)
      if (!record) return fail('not_found', 'library.noAsset')
      const { sha256, extension } = record
      if (containerFor(extension)?.readSigned === undefined) return succeed({ credentials: null })
      const input = { path: media.path(sha256, extension), extension }
      const credentials = await reader.read('credentials', input, { sha256 })
      return succeed({ credentials: credentials === UNREADABLE ? null : credentials })
    },
  }
}
