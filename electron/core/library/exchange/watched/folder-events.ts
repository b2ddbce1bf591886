/**
 * Events of a folder and what is below it. They make things quick and are never relied on: disks of the network send none, and some
 * are lost everywhere.
 */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

/** Where each folder has a watcher of its own, the system allows only so many. */
const MAX_WATCHERS = 256
/** Linux has none for a tree; Node would read all of it at once to make one. */
const HAS_TREES = process.platform === 'win32' || process.platform === 'darwin'

/** `onEvent` is given the path that changed; null where only that something did is known. */
export function createFolderEvents(root: string, onEvent: (path: string | null) => void) {
  const watchers = new Map<string, FSWatcher>()
  const unfollow = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const follow = (folder: string): void => {
    if (watchers.has(folder) || watchers.size >= MAX_WATCHERS) return
    if (HAS_TREES && folder !== root) return
    try {
      const watcher = watch(folder, { persistent: false, recursive: HAS_TREES }, (_, name) =>
        onEvent(name === null ? null : join(folder, name)),
      )
      watchers.set(folder, watcher)
      watcher.on('error', () => unfollow(folder))
    } catch {
      // No events from there.
    }
  }
  return {
    follow,
    /** Folders that are gone, or whose disk has come back, send nothing to the watchers they had. */
    keepOnly: (folders: ReadonlySet<string>): void => {
      for (const folder of watchers.keys()) if (!folders.has(folder)) unfollow(folder)
    },
    close: (): void => {
      for (const folder of watchers.keys()) unfollow(folder)
    },
  }
}
