/** Where Atelier leaves updates alone. */
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import type { UpdatesOffReason } from '#contract/app.ts'

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
