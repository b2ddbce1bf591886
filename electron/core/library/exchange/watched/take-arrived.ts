/** Takes files that have arrived into the library, as an archive with them alone would be. */
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createArchiveStore } from '../archives/archive-store.ts'
import { EAGLE_NOTE } from '../archives/file-note.ts'
import type { ArchiveDeps } from '../archives/import-archive.ts'
import { isHeld } from '../archives/keep-known.ts'
import { createPlacement } from '../archives/place-assets.ts'
import { openArchive } from '../archives/preview-archive.ts'
import { takeFiles, type TakeDeps, type Taken } from '../archives/take-files.ts'
import type { ArchiveFile } from '../archives/walk-archive.ts'
import { namesBeside } from '../beside.ts'

export type TakeArrived = ReturnType<typeof createTakeArrived>

export function createTakeArrived(deps: ArchiveDeps) {
  const { db, library, watchdog } = deps
  const archives = createArchiveStore(db, library.media.outsideNoted)
  return {
    /**
     * Whether it was taken in before, and the file that is wanted of its asset is there. So it is also where its asset was deleted since:
     * what the user threw away does not come back.
     */
    wasTaken: async (file: ArchiveFile, inPlace: boolean): Promise<boolean> => {
      const { path, sizeBytes, modifiedAt } = file
      const row = db.get(
        'SELECT 1 FROM archive_files WHERE path = ? AND size_bytes = ? AND modified_at = ?',
        path,
        sizeBytes,
        modifiedAt,
      )
      const asset = row && archives.assetOf(file)
      return row !== null && (asset === null || (await isHeld(library.media, asset, inPlace)))
    },
    /** For files that arrived together. @throws Error when Atelier closes. */
    open: async (root: string, inPlace: boolean, signal: AbortSignal) => {
      const index = await openArchive(deps, root, signal)
      const placement = createPlacement(deps, index, undefined)
      const take: TakeDeps = { ...deps, archives, placement, index, inPlace }
      return {
        /** In the same order. @throws Error when the library's disk refuses, or `signal` aborts. */
        take: async (files: readonly ArchiveFile[]): Promise<readonly Taken[]> => {
          const found = await Promise.all(files.map(withBeside))
          return watchdog.reading('a watched folder', () => takeFiles(take, found, signal))
        },
        finish: (): void => {
          placement.finish()
          library.makeMissingThumbnails()
        },
      }
    },
  }
}

/** With the names of what lies beside it and may say something of it. */
async function withBeside(file: ArchiveFile): Promise<ArchiveFile> {
  const beside: string[] = []
  for (const name of [...namesBeside(file.name), EAGLE_NOTE])
    if (await lstat(join(dirname(file.path), name)).catch(() => null)) beside.push(name)
  return { ...file, beside }
}
