/** Where Atelier leaves updates alone. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { UpdatesOffReason } from '#contract/app.ts'

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
