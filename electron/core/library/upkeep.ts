/** Compares rows and files: verifies every hash, and builds the rows again from `media/` alone. Deletes nothing. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fromSidecar } from './asset-row.ts'
import type { Library } from './library.ts'
import { readSidecar } from './sidecar.ts'

export interface Verified {
  readonly checked: number
  readonly missing: number
  readonly damaged: number
}

/** Reads every file that a row names and compares its hash. */
export async function verifyLibrary({ store, media }: Library): Promise<Verified> {
  const verdicts = new Map<string, 'sound' | 'missing' | 'damaged'>()
  let checked = 0
  const count = { sound: 0, missing: 0, damaged: 0 }
  for (const record of store.each()) {
    checked++
    const verdict =
      verdicts.get(record.sha256) ??
      (await verifyFile(media.path(record.sha256, record.extension), record.sha256))
    verdicts.set(record.sha256, verdict)
    count[verdict]++
  }
  return { checked, missing: count.missing, damaged: count.damaged }
}

async function verifyFile(path: string, sha256: string): Promise<'sound' | 'missing' | 'damaged'> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'damaged'
  }
  return hash.digest('hex') === sha256 ? 'sound' : 'damaged'
}

/** Reads every sidecar again and writes the rows that are missing. `tasks` counts the tasks they belong to. */
export async function rebuildLibrary({ store, media }: Library): Promise<{ assets: number; tasks: number }> {
  const tasks = new Set<string>()
  let assets = 0
  for (const folder of await readdir(media.root, { withFileTypes: true })) {
    if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue
    for (const name of await readdir(join(media.root, folder.name))) {
      if (!name.endsWith('.json')) continue
      const sidecar = await readSidecar(join(media.root, folder.name, name))
      if (sidecar?.sha256 !== basename(name, '.json')) continue
      for (const entry of sidecar.entries) {
        store.insert(fromSidecar(sidecar, entry))
        assets++
        if (entry.taskId !== undefined) tasks.add(entry.taskId)
      }
    }
  }
  return { assets, tasks: tasks.size }
}
