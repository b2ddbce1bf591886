/** Gives whole files names that nothing else in their folder has, whoever writes there at the same time. */
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Names parts that are to stand together. `claim` is asked again where one of its names is taken by then. Returns the names, in the order
 * of the parts.
 *
 * @throws the disk's error: a part that has no name by then gets none.
 */
export async function nameParts(
  folder: string,
  parts: readonly string[],
  claim: () => readonly string[],
): Promise<readonly string[]> {
  let names = claim()
  while (!(await reserve(folder, names))) names = claim()
  const reserved = names.map((name) => join(folder, name))
  try {
    for (const part of parts) {
      const [path] = reserved
      if (path === undefined) break
      await rename(part, path)
      reserved.shift()
    }
  } finally {
    for (const path of reserved) await rm(path, { force: true })
  }
  return names
}

/** Empty files of these names: a rename would replace one that is there, and says nothing. False where a name is taken. */
async function reserve(folder: string, names: readonly string[]): Promise<boolean> {
  const made: string[] = []
  try {
    for (const name of names) {
      const path = join(folder, name)
      await (await open(path, 'wx')).close()
      made.push(path)
    }
    return true
  } catch (error) {
    for (const path of made) await rm(path, { force: true })
    if (isTaken(error)) return false
    throw error
  }
}

export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
