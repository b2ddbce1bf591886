/** Puts what was taken in into collections: the one the user chose, and those that the tool's boards and folders become. */
import type { Library } from '../../library.ts'
import { cleanLine } from '../../provenance/clean-json.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { FileNote } from './file-note.ts'

/** As long as the name of a collection may be. */
const MAX_NAME = 100

export type Placement = ReturnType<typeof createPlacement>

export function createPlacement(
  { library: { collections, sidecars } }: { readonly library: Pick<Library, 'collections' | 'sidecars'> },
  index: ArchiveIndex,
  collectionId: string | undefined,
) {
  const made = new Map<string, string | null>()
  /** The collection of this name inside of another; made where there is none. */
  const collectionAt = (path: readonly string[]): string | null => {
    let parentId: string | null = null
    for (const [depth, part] of path.entries()) {
      const key = JSON.stringify(path.slice(0, depth + 1))
      const id: string | null = made.get(key) ?? findOrMake(collections, part, parentId)
      made.set(key, id)
      if (id === null) return null
      parentId = id
    }
    return parentId
  }
  const chosen = collectionId === undefined ? [] : [collectionId]
  return {
    /** Ids of the collections that a file of this note goes into; they are made where they are missing. */
    collectionsOf: (note: FileNote): readonly string[] => [
      ...chosen,
      ...pathsIn(note, index).flatMap((path) => collectionAt(path) ?? []),
    ],
    /** Part of the caller's transaction. */
    put: (assetId: string, ids: readonly string[]): void => {
      for (const id of ids) collections.join(id, [assetId])
    },
    /** What is in the library already goes into the chosen collection alone. */
    putKnown: (assetIds: readonly string[]): void => {
      for (const id of chosen) collections.join(id, assetIds)
    },
    /** Tells of what was put where. */
    finish: (): void => {
      sidecars.flush()
      collections.announce()
    },
  }
}

function pathsIn(
  { collections = [], folders = [] }: FileNote,
  index: ArchiveIndex,
): readonly (readonly string[])[] {
  const all = [...collections, ...folders.flatMap((id) => (index.folders[id] ? [index.folders[id]] : []))]
  // macOS spells the names of folders in letters and their marks.
  const nameOf = (said: string): string => cleanLine(said.normalize('NFC'), MAX_NAME)
  return all.map((path) => path.map(nameOf).filter((name) => name !== ''))
}

function findOrMake(
  collections: Library['collections'],
  name: string,
  parentId: string | null,
): string | null {
  const there = collections.find(name, parentId)
  if (there !== null) return there
  const made = collections.create(name, parentId)
  return made.ok ? made.data.id : null
}
