/** Finds the files of a folder and of those in it. Links are not followed, and what is hidden is left alone. */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const DEEPEST = 40
/** A folder with more is no folder of media: a whole disk, or one made to keep a program busy. */
const MOST_FILES = 1_000_000
/** What lies beside media and belongs to them. */
const BESIDE = /^(?:[0-9a-f]{64}|.*\.recipe)\.json$/i

/**
 * Regular files, by name within their folder. In the data directory of an Atelier only its media are walked, not what was
 * derived from them. A folder below that cannot be read is passed over.
 *
 * @throws Error when the folder itself cannot be read.
 */
export async function* walkFolder(folder: string): AsyncGenerator<string> {
  let found = 0
  for await (const path of walk(folder, await readdir(folder, { withFileTypes: true }), 0)) {
    if (++found > MOST_FILES) return
    yield path
  }
}

async function* walk(folder: string, entries: readonly Dirent[], depth: number): AsyncGenerator<string> {
  const names = new Set(entries.map(({ name }) => name))
  const isDataDir = names.has('library.db') && names.has('media')
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || (isDataDir && entry.name !== 'media')) continue
    if (entry.isFile() && !BESIDE.test(entry.name)) yield path
    if (!entry.isDirectory() || depth >= DEEPEST) continue
    const inside = await readdir(path, { withFileTypes: true }).catch(() => [])
    yield* walk(path, inside, depth + 1)
  }
}
