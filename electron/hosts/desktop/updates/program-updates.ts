/**
 * Wires updates of the program to this installation, its settings and its end: where Atelier leaves updates alone, and what the next
 * start says of one that was asked for and not installed.
 */
import { app } from 'electron'
import { DEFAULT_SETTINGS, type Proxy, type Settings, settingsSchema } from '#contract/settings.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { loadUpdater } from './load-updater.ts'
import { createDesktopUpdates, type DesktopUpdates } from './updates.ts'
import { readFileSync, rmSync, writeFileSync, accessSync, constants } from 'node:fs'
import { join, dirname } from 'node:path'
import type { Notice, UpdatesOffReason } from '#contract/app.ts'

interface ProgramUpdatesOptions {
  readonly dataDir: string
  readonly settings: SettingsFile
  readonly safeMode: boolean
  readonly clock: Clock
  readonly log: (line: string) => void
}

export interface ProgramUpdates extends DesktopUpdates {
  /** Once all else is closed: has the program replaced where the user asked for it, and calls `exit` where not. */
  finish(exit: () => void): void
}

export function openProgramUpdates({
  dataDir,
  settings,
  safeMode,
  clock,
  log,
}: ProgramUpdatesOptions): ProgramUpdates {
  const chosen = (): Settings['updates'] => {
    const parsed = settingsSchema.shape.updates.partial().safeParse(settings.get('updates'))
    const { automatic, prereleases } = parsed.success ? parsed.data : {}
    return {
      automatic: automatic ?? DEFAULT_SETTINGS.updates.automatic,
      prereleases: prereleases ?? DEFAULT_SETTINGS.updates.prereleases,
    }
  }
  const updates = createDesktopUpdates({
    off: whyUpdatesAreOff({
      isPackaged: app.isPackaged,
      safeMode,
      platform: process.platform,
      environment: process.env,
      program: process.execPath,
      resources: process.resourcesPath,
    }),
    load: () =>
      loadUpdater({
        prereleases: () => chosen().prereleases,
        proxy: () => readProxy(settings.get('network')),
        log,
      }),
    isAutomatic: () => chosen().automatic,
    quit: () => app.quit(),
    clock,
    log,
  })
  return {
    ...updates,
    finish(exit) {
      const version = updates.asked()
      if (version === null) return exit()
      noteAskedUpdate(dataDir, version)
      // A new AppImage is started before this process has ended, and would find it running.
      app.releaseSingleInstanceLock()
      updates.replace(exit)
    },
  }
}

function readProxy(network: unknown): Proxy {
  const parsed = settingsSchema.shape.network.safeParse(network)
  return (parsed.success ? parsed.data : DEFAULT_SETTINGS.network).proxy
}

const NAME = 'update-asked.txt'

/** Keeps which version is being installed. Failing to do so hinders nothing. */
export function noteAskedUpdate(dataDir: string, version: string): void {
  try {
    writeFileSync(join(dataDir, NAME), version)
  } catch {
    // A disk that is full or away: the next start says nothing about the update.
  }
}

/** What to tell the user at the start of `version`, once; null where nothing is unfinished. */
export function unfinishedUpdate(dataDir: string, version: string): Notice | null {
  const file = join(dataDir, NAME)
  let asked
  try {
    asked = readFileSync(file, 'utf8').trim().slice(0, 50)
    rmSync(file, { force: true })
  } catch {
    return null
  }
  if (asked === version || !/^[\w.+-]+$/u.test(asked)) return null
  return {
    id: 'update',
    code: 'update_not_installed',
    message: `Atelier ${asked} was not installed; this is still ${version}, and nothing is lost. You can try again in Settings, About.`,
  }
}

export interface Installation {
  readonly isPackaged: boolean
  readonly safeMode: boolean
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The program's own file. */
  readonly program: string
}

/**
 * Why this installation does not update itself; null where it does.
 *
 * On Linux only an AppImage does: deb, rpm, flatpak, snap and an unpacked tar.gz belong to whoever installed them. On Windows
 * the portable program is one file that electron-builder names in the environment, and nothing installs it.
 */
export function whyUpdatesAreOff(installation: Installation): UpdatesOffReason | null {
  const { environment, isPackaged, platform, program, safeMode } = installation
  if (!isPackaged) return 'development'
  if (safeMode) return 'safe_mode'
  if (['FLATPAK_ID', 'SNAP', 'PORTABLE_EXECUTABLE_FILE'].some((name) => environment[name]))
    return 'package_manager'
  if (platform !== 'linux') return platform === 'darwin' && !isWritable(dirname(program)) ? 'read_only' : null
  const appImage = environment['APPIMAGE']
  if (!appImage) return 'package_manager'
  // The new file is put beside the old one and takes its place.
  return isWritable(appImage) && isWritable(dirname(appImage)) ? null : 'read_only'
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
