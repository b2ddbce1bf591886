/** The user's settings as the shell needs them: known at any moment, and told when they change. */
import { app } from 'electron'
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '#contract/settings.ts'
import type { App } from '#core/app.ts'

/** `onChange` is called with the settings at once, and after each change. `before` is null the first time. */
export async function followSettings(
  app: Pick<App, 'call' | 'subscribe'>,
  onChange: (settings: Settings, before: Settings | null) => void,
) {
  const response = await app.call('settings.get', {})
  const parsed = settingsSchema.safeParse(response.ok ? response.data : null)
  let settings = parsed.success ? parsed.data : DEFAULT_SETTINGS
  onChange(settings, null)
  const close = app.subscribe((event) => {
    if (event.name !== 'settings.changed') return
    const before = settings
    settings = event.data.settings
    onChange(settings, before)
  })
  return { current: (): Settings => settings, close }
}

/** Only on macOS and Windows (electron.d.ts, `App.setLoginItemSettings`): Linux has no call for it, its desktops have a list of their own. */
export function canStartAtLogin(isPackaged: boolean, platform: NodeJS.Platform = process.platform): boolean {
  return isPackaged && (platform === 'darwin' || platform === 'win32')
}

/**
 * The system is told when the choice changes, never at a start: what the user has taken off the system's own list stays off. The
 * portable program on Windows runs from a folder that Windows empties; what is registered is the file that the user keeps, which
 * electron-builder names in the environment.
 */
export function setStartAtLogin(isOn: boolean): void {
  const path = process.env['PORTABLE_EXECUTABLE_FILE']
  app.setLoginItemSettings({ openAtLogin: isOn, ...(path && { path }) })
}
