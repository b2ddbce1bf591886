/**
 * The way out while tasks are at work: says that they go on at the service and are picked up at the next start.
 *
 * Closing the one window quits as well, and asks before the window is gone; so does the installation of an update. Where the
 * system itself ends the session nobody is asked: `shutdown` (macOS, Linux; electron.d.ts, `PowerMonitor`), `query-session-end`
 * and `session-end` (Windows; electron.d.ts, `BrowserWindow`), and the signals by which POSIX systems and terminals end a program.
 *
 * Electron's own answer to these signals is `app.quit()`, which cannot be told from the user's (its source,
 * `electron_browser_main_parts_posix.cc`: `InstallShutdownSignalHandlers`, in place before `ready`). A listener of Node's that is
 * added later takes its place (Node, "Signal events": libuv sets the process's one handler of a signal).
 */
import { app, dialog, powerMonitor, type BrowserWindow, type Event } from 'electron'
import type { QueueWatch } from './queue-watch.ts'

const QUIT = 0
const STAY = 1
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export interface QuitDeps {
  readonly window: BrowserWindow
  readonly queue: QueueWatch
  readonly isExplained: () => boolean
  /** The user asked to have an update installed, which is why Atelier ends. */
  readonly isUpdating: () => boolean
  /** The user was asked, and stays. */
  readonly onStay: () => void
  /** The user has read it once and for all. */
  readonly onUnderstood: () => void
}

/** Watches every way out, once Electron is ready; the returned function ends it. */
export function explainQuit(deps: QuitDeps): () => void {
  const { window, queue, isExplained, isUpdating, onStay, onUnderstood } = deps
  let isLeaving = false
  let isAsking = false

  /** The session ends: an update whose question is still open is not installed behind the user's back. */
  function leave(): void {
    if (isAsking) onStay()
    isLeaving = true
  }
  function leaveAtOnce(): void {
    leave()
    app.quit()
  }
  function hold(event: Event): void {
    const { running, downloading, waiting } = queue.look()
    if (isLeaving || running + downloading + waiting === 0 || !isExplained() || window.isDestroyed()) return
    event.preventDefault()
    if (!isAsking) void ask(running + downloading, waiting)
  }
  async function ask(atWork: number, waiting: number): Promise<void> {
    isAsking = true
    const update = isUpdating()
    try {
      const { response, checkboxChecked } = await dialog.showMessageBox(window, {
        type: 'info',
        message: `${update ? 'Install the update' : 'Quit'} while tasks are at work?`,
        detail: explanation(atWork, waiting),
        buttons: [update ? 'Quit and Install' : 'Quit', 'Stay'],
        defaultId: QUIT,
        cancelId: STAY,
        noLink: true,
        checkboxLabel: 'Do not show this again',
      })
      if (isLeaving) return
      if (response !== QUIT) return onStay()
      if (checkboxChecked) onUnderstood()
      isLeaving = true
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
  for (const signal of SIGNALS) process.on(signal, leaveAtOnce)
  return () => {
    app.off('before-quit', hold)
    powerMonitor.off('shutdown', leave)
    for (const signal of SIGNALS) process.off(signal, leaveAtOnce)
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
