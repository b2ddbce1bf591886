/**
 * Asks for the user's eyes where an agent waits for approval and another program is in front: nothing moves in the page then, and
 * a notification may be off.
 *
 * By platform (electron.d.ts): `BrowserWindow.flashFrame` marks the program on the taskbar of Windows and Linux until it is told to
 * stop; on macOS `Dock.bounce` bounces once (`informational`), and never while the program is in front.
 */
import { app as electronApp, type BrowserWindow } from 'electron'
import type { App } from '#core/app.ts'
import { followQuotes } from './follow-quotes.ts'

/** The returned function ends it, and what it shows. */
export function drawAttention(
  app: Pick<App, 'call' | 'subscribe'>,
  window: BrowserWindow,
  platform: NodeJS.Platform = process.platform,
): () => void {
  let end: (() => void) | null = null
  const rest = (): void => {
    end?.()
    end = null
  }
  const begin = (): void => {
    rest()
    if (platform === 'darwin') {
      const id = electronApp.dock?.bounce('informational')
      end = () => void (id !== undefined && electronApp.dock?.cancelBounce(id))
    } else {
      window.flashFrame(true)
      end = () => void (!window.isDestroyed() && window.flashFrame(false))
    }
  }
  const stop = followQuotes(app, (asked, isNew) => {
    if (asked.length === 0) rest()
    else if (isNew && !window.isDestroyed() && !window.isFocused()) begin()
  })
  window.on('focus', rest)
  return () => {
    stop()
    rest()
    window.off('focus', rest)
  }
}
