/** Writing files so that they survive a power cut: synced, renamed, and the directory synced. */
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes `bytes` under `path` whole or not at all. The folder is made when it is missing. */
export async function writeFileDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await renameDurably(temporary, path)
}

/** Renames and syncs the folder, so that the new name is on disk when this returns. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Syncs the names in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for syncing; NTFS journals the rename itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Brings to disk what was written to a file by others. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
