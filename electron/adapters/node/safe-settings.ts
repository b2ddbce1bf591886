/** Settings files that differ in one thing: of a safe start, of a folder that may go away, and one that never throws. */
import { statSync, readFileSync, renameSync, copyFileSync, constants } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { RaisedNotice } from '#contract/app.ts'
import type { Json } from '#contract/json.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import type { CrashNotes } from './crash-notes.ts'

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
function guarded(file: SettingsFile, folder: WatchedFolder): SettingsFile {
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

/**
 * Sets a settings file aside that cannot be read, so that Atelier starts with its defaults and nothing is lost.
 *
 * What single values mean is parsed by their readers; here it only has to be one JSON object.
 */
const settingsText = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    context.addIssue('not a JSON object')
    return z.NEVER
  }
})

/** Renames a broken `settings.json` to `settings.broken-<now>.json`; what to tell the user where it did, else null. */
export function setAsideBrokenSettings(dataDir: string, now: number): Message | null {
  const path = join(dataDir, 'settings.json')
  const text = readIfThere(path)
  if (text === null || settingsText.safeParse(text).success) return null
  const aside = `settings.broken-${now}.json`
  renameSync(path, join(dataDir, aside))
  return message('hosts.settingsSetAside', { file: aside })
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // A folder in its place, or a file of another user: no settings that could be read.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : ''
  }
}

/**
 * Settings that a newer Atelier wrote: a copy is kept before this one changes them.
 *
 * What this version does not understand counts as its default and stays in the file until that part is changed.
 */
const SETTING = 'writtenBy'
const NUMBERS = /^(\d+)\.(\d+)\.(\d+)/

/** Marks the file as this version's; what to tell the user where it was a newer one's, else null. */
export function keepNewerSettings(dataDir: string, settings: SettingsFile, version: string): Message | null {
  const writtenBy = settings.get(SETTING)
  if (writtenBy === version) return null
  if (typeof writtenBy !== 'string' || !isNewer(writtenBy, version)) {
    mark(settings, version)
    return null
  }
  const name = `settings.of-${writtenBy.replaceAll(/[^\w.-]/g, '_').slice(0, 40)}.json`
  const isKept = copyOnce(join(dataDir, 'settings.json'), join(dataDir, name))
  if (isKept) mark(settings, version)
  const told = message('hosts.settingsNewer', { newer: writtenBy.slice(0, 40), version })
  return isKept ? followedBy(told, message('hosts.settingsCopied', { file: name })) : told
}

/** A disk that refuses it does not keep Atelier from starting; it is marked another time. */
function mark(settings: SettingsFile, version: string): void {
  try {
    settings.set(SETTING, version)
  } catch {
    return
  }
}

function isNewer(one: string, other: string): boolean {
  const [a, b] = [NUMBERS.exec(one), NUMBERS.exec(other)]
  if (!a || !b) return false
  const at = [1, 2, 3].find((index) => a[index] !== b[index])
  return at !== undefined && Number(a[at]) > Number(b[at])
}

/** Never over a copy that is there; false where it could not be made. */
function copyOnce(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST'
  }
}

/** The settings behind all of this, with what the user must read about them, and about the last run. */
export function openSafely(
  dataDir: string,
  open: (dataDir: string) => SettingsFile,
  now: number,
  version: string,
  crashes: Pick<CrashNotes, 'notice'> | undefined,
) {
  const setAside = setAsideBrokenSettings(dataDir, now)
  const folder = watchFolder(dataDir)
  const settings = guarded(open(dataDir), folder)
  const newer = keepNewerSettings(dataDir, settings, version)
  const crashed = crashes?.notice()
  const notices: readonly RaisedNotice[] = [
    ...(setAside ? [{ id: 'settings', code: 'settings_set_aside', message: setAside }] : []),
    ...(newer ? [{ id: 'newer-settings', code: 'settings_newer', message: newer }] : []),
    ...(crashed ? [crashed] : []),
  ]
  return { settings, folder, notices }
}
