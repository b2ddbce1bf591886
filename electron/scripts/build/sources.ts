/** Tells whether two states of the sources are the same, by their content: the times of files change with every checkout. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A hash over the path and content of every file in `paths`, which are files and folders relative to `root`. */
export function hashSources(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesIn(root, path))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(root: string, path: string): string[] {
  let entries
  try {
    entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted()
}
