/**
 * The queue outside the window: progress and a badge for tasks and quotes that wait for the user's decision on the program's icon, and sleep
 * held off while files are fetched.
 *
 * By platform (electron.d.ts): the progress bar is on the dock of macOS and the taskbar of Windows, on Linux only where the
 * dock follows the LauncherEntry API (`BrowserWindow.setProgressBar`); Windows alone tells paused from running by colour.
 * The badge is a number on macOS and on such docks (`App.setBadgeCount`), on Windows a sign over the icon
 * (`BrowserWindow.setOverlayIcon`), because that has no room for digits.
 */
import { app, type BrowserWindow, powerSaveBlocker } from 'electron'
import { message, type Message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { badgeImage } from './icons.ts'
import type { QueueWatch } from './queue-watch.ts'

const NO_PROGRESS = -1

/** What waits for the user: approvals first, because an agent stands still until then. */
export function waitingParts(needsYou: number, approvals: number): readonly Message[] {
  return [
    ...(approvals > 0 ? [message('desktop.notification.quotesWait', { count: approvals })] : []),
    ...(needsYou > 0 ? [message('desktop.needsYou', { count: needsYou })] : []),
  ]
}

/** Follows the queue; the returned function takes everything off the icon. */
export function showQueueOnIcon(
  window: BrowserWindow,
  queue: QueueWatch,
  say: Say,
  platform: NodeJS.Platform = process.platform,
): () => void {
  let shown = ''
  const badge = (needsYou: number, approvals: number): void => {
    if (platform !== 'win32') return void app.setBadgeCount(needsYou + approvals)
    const parts = waitingParts(needsYou, approvals).map(say)
    if (parts.length === 0) window.setOverlayIcon(null, '')
    else window.setOverlayIcon(badgeImage(), say(message('desktop.tray.summary', { parts })))
  }
  const stop = queue.subscribe(({ progress, paused, needsYou, approvals }) => {
    const next = JSON.stringify([progress, paused, needsYou, approvals, say(message('desktop.tray.idle'))])
    if (next === shown || window.isDestroyed()) return
    shown = next
    if (progress === null) window.setProgressBar(NO_PROGRESS)
    else window.setProgressBar(progress, { mode: paused ? 'paused' : 'normal' })
    badge(needsYou, approvals)
  })
  return () => {
    stop()
    if (window.isDestroyed()) return
    window.setProgressBar(NO_PROGRESS)
    badge(0, 0)
  }
}

/**
 * Holds sleep off while files are fetched, and only then: a task at the service goes on without this computer. The screen may still
 * go dark (`prevent-app-suspension`, electron.d.ts, `PowerSaveBlocker.start`). The returned function lets the computer sleep again.
 */
export function holdOffSleep(queue: QueueWatch): () => void {
  let blocker: number | null = null
  const release = (): void => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }
  const stop = queue.subscribe(({ downloading }) => {
    if (downloading === 0) release()
    else blocker ??= powerSaveBlocker.start('prevent-app-suspension')
  })
  return () => {
    stop()
    release()
  }
}
