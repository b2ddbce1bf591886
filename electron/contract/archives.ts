/** Archives: folders of files that other tools made, brought into the library as copies or where they lie. */
import { z } from 'zod'
import { RECIPE_SOURCES, type Recipe } from './exchange.ts'
import type { Job } from './library.ts'
import { id, route } from './route.ts'

/** The tools whose folders are known beside those that write recipes. */
export const ARCHIVE_SOURCES = [...RECIPE_SOURCES, 'eagle'] as const
export type ArchiveSource = (typeof ARCHIVE_SOURCES)[number]

export interface ArchivePreview {
  readonly path: string
  /** What there is to be taken in, most files first. Where `isEstimate`, it is reckoned from a part of the files. */
  readonly sources: readonly {
    readonly source: ArchiveSource
    readonly files: number
    readonly bytes: number
  }[]
  readonly isEstimate: boolean
  /** Up to ten files, by their path in the archive, with what was understood; null where nothing was. */
  readonly examples: readonly { readonly path: string; readonly recipe: Recipe | null }[]
  /** Files without a recipe that is understood. They can be taken in all the same. */
  readonly unread: number
  /** What belongs to the tool and is left out. */
  readonly skipped: number
}

/** Where a file lies that the library has no copy of. */
export interface ArchivePlace {
  readonly path: string
  /** Its disk may be away. */
  readonly isThere: boolean
}

const path = z.string().min(1).max(4_000)

export const archiveRoutes = {
  /** Changes nothing. `path` is a folder on this computer; without it the user chooses one (desktop). */
  'archives.preview': route<ArchivePreview>()(z.strictObject({ path: path.optional() })),
  /** Where the file of an asset lies that the library has no copy of; null for all others. */
  'archives.place': route<{ readonly place: ArchivePlace | null }>()(z.strictObject({ id })),
  /**
   * Takes in what an archive holds. `in-place`: the files stay where they are, and the library shows them from there. The job's
   * `archive` says how it ended. One that Atelier ends in goes on by itself at the next start.
   */
  'archives.import': route<Job>()(
    z.strictObject({ path, mode: z.enum(['copy', 'in-place']), collectionId: id.optional() }),
  ),
} as const
