/** Puts what was taken in into collections: the one the user chose, and those that the tool's boards and folders become. */
import type { Library } from '../../library.ts'
import { cleanLine } from '../../provenance/clean-json.ts'
import type { ArchiveIndex } from './archive-index.ts'
import type { FileNote } from './file-note.ts'
import type { Taken } from './take-file.ts'

/** Assets that are put into a collection at once. */
const PLACED_AT_ONCE = 100
/** As long as the name of a collection may be. */
const LONGEST_NAME = 100

export function createPlacement(
  { library: { collections } }: { readonly library: Pick<Library, 'collections'> },
  index: ArchiveIndex,
  collectionId: string | undefined,
) {
  const waiting = new Map<string, string[]>()
  const known = new Map<string, string | null>()
  /** The collection of this name inside of another; made where there is none. */
  const collectionAt = (path: readonly string[]): string | null => {
    let parentId: string | null = null
    for (const [depth, part] of path.entries()) {
      const key = JSON.stringify(path.slice(0, depth + 1))
      const id: string | null = known.get(key) ?? findOrMake(collections, part, parentId)
      known.set(key, id)
      if (id === null) return null
      parentId = id
    }
    return parentId
  }
  const put = (id: string): void => {
    const ids = waiting.get(id)?.splice(0) ?? []
    if (ids.length > 0) collections.add(id, ids)
  }
  const queue = (id: string | null | undefined, assetId: string): void => {
    if (id === null || id === undefined) return
    const ids = waiting.get(id) ?? []
    waiting.set(id, ids)
    if (ids.push(assetId) >= PLACED_AT_ONCE) put(id)
  }
  return {
    add: (taken: Taken): void => {
      if (taken.kind === 'left') return
      queue(collectionId, taken.assetId)
      if (taken.kind === 'known') return
      for (const path of pathsIn(taken.note, index)) queue(collectionAt(path), taken.assetId)
    },
    finish: (): void => {
      for (const id of waiting.keys()) put(id)
    },
  }
}

function pathsIn(
  { collections = [], folders = [] }: FileNote,
  index: ArchiveIndex,
): readonly (readonly string[])[] {
  const all = [...collections, ...folders.flatMap((id) => (index.folders[id] ? [index.folders[id]] : []))]
  return all.map((path) => path.map((name) => cleanLine(name, LONGEST_NAME)).filter((name) => name !== ''))
}

function findOrMake(
  collections: Library['collections'],
  name: string,
  parentId: string | null,
): string | null {
  const same = (one: string): string => one.toLocaleLowerCase('en')
  const there = collections.list().find((one) => one.parentId === parentId && same(one.name) === same(name))
  if (there) return there.id
  const made = collections.create(name, parentId)
  return made.ok ? made.data.id : null
}
