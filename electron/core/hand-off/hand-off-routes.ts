/** The calls that bring a sequence in or out. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { render, type Say } from '../messages/render.ts'
import { startExport, type ExportSequenceDeps } from './export-sequence.ts'
import { checkFilePath, importSequence, type ImportSequenceDeps } from './import-sequence.ts'

type HandOffRoute = 'sequences.import' | 'sequences.export'

export function createHandOffHandlers(
  deps: ExportSequenceDeps & ImportSequenceDeps,
  say: Say,
): Pick<HandlersFor<'sequences'>, HandOffRoute> {
  return {
    'sequences.import': async ({ path }) => {
      const file = await checkFilePath(path)
      if (!file.ok) return file
      const imported = await importSequence(deps, file.data, path, new AbortController().signal)
      if (!imported.ok) return imported
      const { sequence, notes } = imported.data
      return succeed({ ...sequence, notes: notes.map((note) => render(note, say)) })
    },
    'sequences.export': (wish) => startExport(deps, wish),
  }
}
