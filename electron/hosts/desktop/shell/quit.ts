/**
 * Quitting while tasks are open: tells the user that they continue at the service and are resumed at the next start.
 *
 * Closing the only window and installing an update quit as well and ask first; the window stays open until the update is
 * prepared. When the system ends the session, nobody is
 * asked: `shutdown` (macOS, Linux; electron.d.ts, `PowerMonitor`), `query-session-end` and `session-end` (Windows; electron.d.ts,
 * `BrowserWindow`), and the signals by which POSIX systems and terminals end a program.
 *
 * A session whose end another program holds up, or the user cancels, goes on: Windows asks and says no more (Electron's
 * native_window_views_win.cc, `WM_ENDSESSION`: nothing is emitted where the session does not end). So its question counts until the
 * window is looked at again, and not for long.
 *
 * Electron handles these signals with `app.quit()`, which looks like the user's own (its source,
 * `electron_browser_main_parts_posix.cc`: `InstallShutdownSignalHandlers`, installed before `ready`). A Node listener added later
 * replaces it (Node, "Signal events": libuv sets the process's one handler of a signal).
 */
import { app, dialog, powerMonitor, type BrowserWindow, type Event } from 'electron'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import type { QueueSummary, QueueWatch } from './queue-watch.ts'

const QUIT = 0
const STAY = 1
/** Windows waits for each program five seconds, and then asks the user. */
const QUERY_COUNTS_MS = 30_000
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export interface QuitDeps {
  readonly window: BrowserWindow
  readonly queue: QueueWatch
  readonly say: Say
  /** On a monotonic clock, in milliseconds. */
  readonly now: () => number
  readonly isExplained: () => boolean
  /** Atelier ends to install an update. */
  readonly isUpdating: () => boolean
  /** Whether the program may end now; only after the user agreed, because macOS installs at the end whatever is prepared. */
  readonly prepareUpdate: () => Promise<boolean>
  /** The user chose to stay. */
  readonly onStay: () => void
  /** The user does not want to be asked again. */
  readonly onUnderstood: () => void
}

/** Call when Electron is ready; the returned function stops it. */
export function explainQuit(deps: QuitDeps): () => void {
  const { window, queue, say, isExplained, isUpdating, onStay, onUnderstood } = deps
  let isLeaving = false
  /** The session is about to end, until this time. */
  let endsUntil = Number.NEGATIVE_INFINITY
  let holding: 'asking' | 'preparing' | null = null

  /** The session ends: an update that the user has not confirmed is not installed. */
  function leave(): void {
    if (holding) onStay()
    isLeaving = true
  }
  function mayEnd(): void {
    if (holding) onStay()
    endsUntil = deps.now() + QUERY_COUNTS_MS
  }
  function goOn(): void {
    endsUntil = Number.NEGATIVE_INFINITY
  }
  function leaveAtOnce(): void {
    leave()
    app.quit()
  }
  function hold(event: Event): void {
    if (isLeaving || deps.now() < endsUntil || window.isDestroyed()) return
    // Whoever does not wait for the update has answered already.
    if (holding === 'preparing') return void (isLeaving = true)
    const mustAsk = openTasks(queue) > 0 && isExplained()
    if (!mustAsk && !isUpdating()) return
    event.preventDefault()
    if (!holding) void leaveInOrder(mustAsk)
  }
  async function leaveInOrder(mustAsk: boolean): Promise<void> {
    try {
      holding = 'asking'
      if (mustAsk && !(await ask())) return
      holding = 'preparing'
      if (isUpdating() && !(await deps.prepareUpdate())) return
      if (isLeaving || deps.now() < endsUntil) return
      isLeaving = true
      app.quit()
    } finally {
      holding = null
    }
  }
  /** Whether the user goes. */
  async function ask(): Promise<boolean> {
    const isUpdate = isUpdating()
    const explained = explanation(queue.current())
    const { response, checkboxChecked } = await dialog.showMessageBox(window, {
      type: 'info',
      message: say(message(isUpdate ? 'desktop.quit.updateQuestion' : 'desktop.quit.question')),
      ...(explained && { detail: say(explained) }),
      buttons: [
        say(message(isUpdate ? 'desktop.quit.install' : 'desktop.quit.quit')),
        say(message('desktop.quit.stay')),
      ],
      defaultId: QUIT,
      cancelId: STAY,
      noLink: true,
      checkboxLabel: say(message('desktop.quit.dontShow')),
    })
    if (isLeaving) return false
    if (response !== QUIT) onStay()
    else if (checkboxChecked) onUnderstood()
    return response === QUIT
  }

  window.on('close', hold)
  window.on('query-session-end', mayEnd)
  window.on('focus', goOn)
  window.on('session-end', leave)
  app.on('before-quit', hold)
  powerMonitor.on('shutdown', leave)
  for (const signal of SIGNALS) process.on(signal, leaveAtOnce)
  return () => {
    app.off('before-quit', hold)
    powerMonitor.off('shutdown', leave)
    for (const signal of SIGNALS) process.off(signal, leaveAtOnce)
    window.off('close', hold)
    window.off('query-session-end', mayEnd)
    window.off('focus', goOn)
    window.off('session-end', leave)
  }
}

function openTasks(queue: QueueWatch): number {
  const { running, downloading, waiting } = queue.current()
  return running + downloading + waiting
}

function explanation({ running, downloading, waiting }: QueueSummary): Message | null {
  const atService = running + downloading
  const [first, ...more] = [
    ...(atService > 0 ? [message('desktop.quit.atService', { count: atService })] : []),
    ...(waiting > 0 ? [message('desktop.quit.waiting', { count: waiting })] : []),
  ]
  return first ? followedBy(first, ...more) : null
}
