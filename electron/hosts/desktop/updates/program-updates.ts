/**
 * Wires updates of the program to this installation, its settings and its end: where Atelier leaves updates alone, and what the next
 * start says of one that was asked for and not installed.
 */
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { app } from 'electron'
import { DEFAULT_SETTINGS, type Proxy, type Settings, settingsSchema } from '#contract/settings.ts'
import type { RaisedNotice, UpdatesOffReason } from '#contract/app.ts'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { loadUpdater } from './load-updater.ts'
import { createDesktopUpdates, type DesktopUpdates } from './updates.ts'

interface ProgramUpdatesOptions {
  readonly dataDir: string
  readonly settings: SettingsFile
  readonly safeMode: boolean
  readonly clock: Clock
  readonly say: Say
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
  say,
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
    say,
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
export function unfinishedUpdate(dataDir: string, version: string): RaisedNotice | null {
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
    message: message('desktop.updateNotInstalled', { asked, version }),
  }
}

export interface Installation {
  readonly isPackaged: boolean
  readonly safeMode: boolean
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The program's own file. */
  readonly program: string
  /** Electron's `process.resourcesPath`. */
  readonly resources: string
}

/**
 * Why this installation does not update itself; null where it does.
 *
 * On Linux only an AppImage does: deb, rpm, flatpak, snap and an unpacked tar.gz belong to whoever installed them. On Windows
 * the portable program is one file that electron-builder names in the environment, and nothing installs it. A build from a
 * checkout without a remote has no app-update.yml: nobody knows where its updates would lie.
 */
export function whyUpdatesAreOff(installation: Installation): UpdatesOffReason | null {
  const { environment, isPackaged, platform, program, resources, safeMode } = installation
  if (!isPackaged) return 'development'
  if (safeMode) return 'safe_mode'
  if (['FLATPAK_ID', 'SNAP', 'PORTABLE_EXECUTABLE_FILE'].some((name) => environment[name]))
    return 'package_manager'
  const appImage = environment['APPIMAGE'] ?? ''
  const isAppImage = appImage !== '' && isWithin(environment['APPDIR'], program)
  if (platform === 'linux' && !isAppImage) return 'package_manager'
  if (!existsSync(join(resources, 'app-update.yml'))) return 'no_source'
  // The new file is put beside the old one and takes its place.
  const replaced =
    { linux: [appImage, dirname(appImage)], darwin: [dirname(program)] }[platform as string] ?? []
  return replaced.every(isWritable) ? null : 'read_only'
}

/** Whether `program` lies in the mounted AppImage: a program that an AppImage starts inherits its variables. */
function isWithin(folder: string | undefined, program: string): boolean {
  return Boolean(folder) && !relative(folder ?? '', program).startsWith('..')
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
