/**
 * `secrets.json` of the data directory: ciphertexts by name, in base64.
 *
 * What cannot be read is never overwritten: a file that is not ours is set aside under another name, and a file that the disk
 * refuses to give stays as it is.
 */
import { readFile, rename, open } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'

const ciphertexts = z.record(z.string(), z.string())
type Ciphertexts = z.infer<typeof ciphertexts>

/** `check` throws where the folder is gone: one that is made again in its place would keep nothing. */
export function openSecretsFile(dataDir: string, check: () => void = () => undefined) {
  const path = join(dataDir, 'secrets.json')
  const lock = pLimit(1)

  async function apply(edit: (entries: Ciphertexts) => Ciphertexts | null): Promise<void> {
    check()
    const text = await readText(path)
    const entries = parse(text)
    const edited = edit(entries ?? {})
    if (edited === null) return
    if (entries === null) await rename(path, path.replace(/\.json$/, `.broken-${Date.now()}.json`))
    await writeWhole(path, JSON.stringify(edited))
  }

  return {
    /** What is there; nothing where the file is missing, broken or refused. */
    read: (): Promise<Ciphertexts> => lock(async () => parse(await readText(path).catch(() => null)) ?? {}),
    /**
     * One change at a time, so that none overwrites another. `edit` returns null where there is nothing to change.
     *
     * @throws what the disk throws; the file is as it was then.
     */
    change: (edit: (entries: Ciphertexts) => Ciphertexts | null): Promise<void> => lock(() => apply(edit)),
  }
}

/** null where there is no file. @throws where it cannot be read. */
async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** null where the text is not what this module writes. */
function parse(text: string | null): Ciphertexts | null {
  if (text === null) return {}
  try {
    return ciphertexts.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, path)
}
