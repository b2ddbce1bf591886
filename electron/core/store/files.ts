/** Writing files so that they survive a power cut: synced, renamed, and the directory synced. */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Of this user alone. A folder that is there stays as it is. */
export const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const

/**
 * Makes an empty file of this user alone where there is none: SQLite would make one that everybody reads. One that is there is not
 * touched, for to close it would end the locks that this process has on it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/**
 * Writes `bytes` under `path` whole or not at all. The folder is made when it is missing. Of two that write at the same time
 * the later one's bytes stay.
 */
export async function writeFileDurably(path: string, bytes: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), PRIVATE_FOLDER)
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeSynced(temporary, bytes)
    await renameDurably(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

async function writeSynced(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames and syncs the folder, so that the new name is on disk when this returns. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/**
 * The same; makes the folder where it is missing, and syncs that too, and copies where it lies on another disk. Unless `synced`, the name in
 * the folder is left to the caller.
 */
export async function renameInto(from: string, to: string, synced = true): Promise<void> {
  try {
    await (synced ? renameDurably(from, to) : rename(from, to))
  } catch (error) {
    if (!isMissing(error) && !isElsewhere(error)) throw error
    const made = await mkdir(dirname(to), PRIVATE_FOLDER)
    if (made !== undefined) await syncFolder(dirname(made))
    await moveDurably(from, to)
  }
}

async function moveDurably(from: string, to: string): Promise<void> {
  try {
    await renameDurably(from, to)
  } catch (error) {
    if (!isElsewhere(error)) throw error
    await copyDurably(from, to)
    await rm(from)
  }
}

/** Copies a file under `to` whole or not at all; the folder is there. */
export async function copyDurably(from: string, to: string): Promise<void> {
  const temporary = `${to}.${randomUUID()}.tmp`
  try {
    await copyFile(from, temporary)
    await syncFile(temporary)
    await renameDurably(temporary, to)
  } finally {
    await rm(temporary, { force: true })
  }
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

/** What `asked` gives; null where there is no such file. @throws the disk's other errors. */
export async function ifThere<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Whether an error says that a name is on another disk. */
function isElsewhere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EXDEV'
}
