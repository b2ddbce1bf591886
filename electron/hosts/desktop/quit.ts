/**
 * The way out while tasks are at work: says that they go on at the service and are picked up at the next start.
 *
 * Closing the one window quits as well, and asks before the window is gone. Where the system itself ends the session nobody is
 * asked: `shutdown` (macOS, Linux; electron.d.ts, `PowerMonitor`), `query-session-end` and `session-end` (Windows;
 * electron.d.ts, `BrowserWindow`).
 */
import { app, dialog, powerMonitor, type BrowserWindow, type Event } from 'electron'
import type { QueueWatch } from './queue-watch.ts'

const QUIT = 0
const STAY = 1

export interface QuitDeps {
  readonly window: BrowserWindow
  readonly queue: QueueWatch
  readonly isExplained: () => boolean
  /** The user has read it once and for all. */
  readonly onUnderstood: () => void
}

/** Watches every way out; the returned function ends it. */
export function explainQuit({ window, queue, isExplained, onUnderstood }: QuitDeps): () => void {
  let isLeaving = false
  let isAsking = false

  function leave(): void {
    isLeaving = true
  }
  function hold(event: Event): void {
    const { running, downloading, waiting } = queue.look()
    if (isLeaving || running + downloading + waiting === 0 || !isExplained() || window.isDestroyed()) return
    event.preventDefault()
    if (!isAsking) void ask(running + downloading, waiting)
  }
  async function ask(atWork: number, waiting: number): Promise<void> {
    isAsking = true
    try {
      const { response, checkboxChecked } = await dialog.showMessageBox(window, {
        type: 'info',
        message: 'Quit while tasks are at work?',
        detail: explanation(atWork, waiting),
        buttons: ['Quit', 'Stay'],
        defaultId: QUIT,
        cancelId: STAY,
        noLink: true,
        checkboxLabel: 'Do not show this again',
      })
      if (response !== QUIT) return
      if (checkboxChecked) onUnderstood()
      leave()
      app.quit()
    } finally {
      isAsking = false
    }
  }

  window.on('close', hold)
  window.on('query-session-end', leave)
  window.on('session-end', leave)
  app.on('before-quit', hold)
  powerMonitor.on('shutdown', leave)
  return () => {
    app.off('before-quit', hold)
    powerMonitor.off('shutdown', leave)
    window.off('close', hold)
    window.off('query-session-end', leave)
    window.off('session-end', leave)
  }
}

function explanation(atWork: number, waiting: number): string {
  const parts = []
  if (atWork > 0) {
    const subject =
      atWork === 1 ? '1 task goes on at the service and is' : `${atWork} tasks go on at the service and are`
    parts.push(`${subject} picked up the next time Atelier starts.`)
  }
  if (waiting > 0) {
    const subject =
      waiting === 1 ? '1 task that was not sent waits' : `${waiting} tasks that were not sent wait`
    parts.push(`${subject} until then.`)
  }
  return parts.join(' ')
}
