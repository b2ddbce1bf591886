/** Takes in again the reference media in `inputs/` whose rows are lost. Their names and addresses are not kept there. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../store/database.ts'
import type { Inputs } from './inputs.ts'

const FILE = /^(?<sha256>[0-9a-f]{64})\.[a-z0-9]{1,8}$/

/** @throws the reason of `signal`. A file that cannot be read, or is no input any more, is left where it is. */
export async function restoreInputs(
  { db, inputs, dataDir }: { readonly db: Database; readonly inputs: Inputs; readonly dataDir: string },
  signal: AbortSignal,
): Promise<void> {
  const root = join(dataDir, 'inputs')
  for (const folder of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, folder)).catch(() => [])) {
      signal.throwIfAborted()
      const sha256 = FILE.exec(name)?.groups?.['sha256']
      if (sha256 === undefined || db.get('SELECT 1 FROM inputs WHERE sha256 = ?', sha256)) continue
      const bytes = await readFile(join(root, folder, name)).catch(() => null)
      if (bytes) await inputs.add(name, bytes)
    }
  }
}
