/** Replaces a file in one step: written beside it, synced, renamed over it. Readable by its owner alone. */
import { open, rename } from 'node:fs/promises'

export async function writeWhole(path: string, text: string): Promise<void> {
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
