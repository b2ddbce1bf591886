/**
 * When the window appears: at the first paint of its page, and never not at all.
 *
 * A hidden window is not painted by every compositor of Wayland (electron/electron#48859, since Electron 38), and for a while
 * was not on Windows (electron/electron#54025): there `ready-to-show` comes after `show` alone. So a time limit shows it
 * everywhere, and on Linux its loaded page does; what is seen until then is the page's own background.
 */
import type { BrowserWindow } from 'electron'
import type { Clock } from '#core/ports/clock.ts'

const MAX_WAIT_MS = 2_000

export interface FirstShow {
  readonly window: BrowserWindow
  readonly maximized: boolean
  readonly after: Clock['after']
  readonly platform?: NodeJS.Platform
}

/** Resolves when the window has been shown, or is gone. */
export function showWhenReady({
  window,
  maximized,
  after,
  platform = process.platform,
}: FirstShow): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reveal = (): void => {
    stop()
    if (window.isDestroyed()) return resolve()
    if (maximized) window.maximize()
    window.show()
    resolve()
  }
  const disarm = after(MAX_WAIT_MS, reveal)
  function stop(): void {
    disarm()
    window.off('ready-to-show', reveal)
    window.off('closed', reveal)
    if (platform === 'linux' && !window.isDestroyed()) window.webContents.off('did-finish-load', reveal)
  }
  window.once('ready-to-show', reveal)
  window.once('closed', reveal)
  if (platform === 'linux') window.webContents.once('did-finish-load', reveal)
  return promise
}
