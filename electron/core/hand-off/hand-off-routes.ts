/** The calls that bring a sequence in or out. */
import type { HandlersFor } from '../calls/handlers.ts'
import type { Say } from '../messages/render.ts'
import { startExport, type ExportSequenceDeps } from './export-sequence.ts'
import { checkFilePath, importSequence, type ImportSequenceDeps } from './import-sequence.ts'
import { shownImport } from './receive-sequence.ts'

type HandOffRoute = 'sequences.import' | 'sequences.export'

export function createHandOffHandlers(
  deps: ExportSequenceDeps & ImportSequenceDeps,
  say: Say,
): Pick<HandlersFor<'sequences'>, HandOffRoute> {
  return {
    'sequences.import': async ({ path }) => {
      const file = await checkFilePath(path)
      if (!file.ok) return file
      return shownImport(await importSequence(deps, file.data, path, new AbortController().signal), say)
    },
    'sequences.export': (wish) => startExport(deps, wish),
  }
}
