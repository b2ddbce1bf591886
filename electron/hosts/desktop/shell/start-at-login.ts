/**
 * Starting with the user's session: off until it is chosen, and only on macOS and Windows (electron.d.ts,
 * `App.setLoginItemSettings`). Linux has no call for it; its desktops have a list of their own.
 *
 * The portable program on Windows runs from a folder that Windows empties; what is registered is the file that the user keeps,
 * which electron-builder names in the environment.
 *
 * The system is told when the choice changes, never at a start: what the user has taken off the system's own list stays off.
 */
import { app } from 'electron'

export function canStartAtLogin(isPackaged: boolean, platform: NodeJS.Platform = process.platform): boolean {
  return isPackaged && (platform === 'darwin' || platform === 'win32')
}

export function setStartAtLogin(isOn: boolean): void {
  const path = process.env['PORTABLE_EXECUTABLE_FILE']
  app.setLoginItemSettings({ openAtLogin: isOn, ...(path && { path }) })
}
