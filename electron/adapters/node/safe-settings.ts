/** Settings files that differ in one thing: of a safe start, of a folder that may go away, and one that never throws. */
import { statSync } from 'node:fs'
import type { Json } from '#contract/json.ts'
import type { SettingsFile } from '#core/ports/settings.ts'

/** Services and their keys' place, and the caps of the queue: without them a safe start would be an expensive one. */
const KEPT = new Set(['profiles', 'activeProfileId', 'keyStorage', 'queue'])

/** The settings of a safe start. Those that are not kept begin empty, and what is changed of them is forgotten at the end. */
export function withDefaults(file: SettingsFile): SettingsFile {
  const changed = new Map<string, Json>()
  return {
    get: (key) => (KEPT.has(key) ? file.get(key) : changed.get(key)),
    set: (key, value) => void (KEPT.has(key) ? file.set(key, value) : changed.set(key, value)),
  }
}

/** For what may be forgotten, such as the place of a window: a disk that refuses it is noted in the log. */
export function forgiving(file: SettingsFile, log: (line: string) => void): SettingsFile {
  return {
    get: (key) => file.get(key),
    set(key, value) {
      try {
        file.set(key, value)
      } catch (error) {
        log(`The setting ${key} could not be kept: ${String(error)}`)
      }
    },
  }
}

/**
 * Touches the file only while its folder is there: one that is gone would be made again, by a reading too, and keep nothing but
 * what is changed next. `set` throws what a disk throws then, and nothing is read.
 */
export function guarded(file: SettingsFile, folder: WatchedFolder): SettingsFile {
  return {
    get: (key) => (folder.isThere() ? file.get(key) : undefined),
    set(key, value) {
      folder.check()
      file.set(key, value)
    },
  }
}

type WatchedFolder = ReturnType<typeof watchFolder>

export function watchFolder(path: string) {
  const first = identityOf(path)
  const isThere = () => first !== null && identityOf(path) === first
  return {
    /** Whether the path still leads to the folder that it led to at first. */
    isThere,
    /** @throws ENODEV where it does not. */
    check(): void {
      if (isThere()) return
      throw Object.assign(new Error('ENODEV: the data folder is not there any more'), { code: 'ENODEV' })
    },
  }
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return null
  }
}
