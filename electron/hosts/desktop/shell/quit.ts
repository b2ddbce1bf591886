/**
 * Quitting while tasks are open: tells the user that they continue at the service and are resumed at the next start.
 *
 * Closing the only window may hide it instead (keep-on.ts), where nothing quits. Else it and installing an update quit as well and ask
 * first; the window stays open until the update is
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
import type { KeepOn } from './keep-on.ts'
import { openTasks, type QueueSummary, type QueueWatch } from './queue-watch.ts'

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
  /** Hides the window in place of closing it, where that is to be. */
  readonly keepOn: KeepOn
  /** The user chose to stay. */
  readonly onStay: () => void
  /** The user does not want to be asked again. */
  readonly onUnderstood: () => void
}

/** Call when Electron is ready; the returned function stops it. */
export function explainQuit(deps: QuitDeps): () => void {
  const { window, queue, isExplained, isUpdating, onStay, onUnderstood } = deps
  let isLeaving = false
  /** The session is about to end, until this time. */
  let endsUntil = Number.NEGATIVE_INFINITY
  /** Every window is being closed, because the program quits. */
  let isQuitting = false
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
    isQuitting = false
  }
  function leaveAtOnce(): void {
    leave()
    app.quit()
  }
  function onQuit(event: Event): void {
    isQuitting = !hold(event)
  }
  function onClose(event: Event): void {
    const mayHide = !isLeaving && !isQuitting && !isUpdating() && deps.now() >= endsUntil
    if (mayHide && !window.isDestroyed() && deps.keepOn(leaveAtOnce)) event.preventDefault()
    else hold(event)
  }
  /** Whether it is held. */
  function hold(event: Event): boolean {
    if (isLeaving || deps.now() < endsUntil || window.isDestroyed()) return false
    // Whoever does not wait for the update has answered already.
    if (holding === 'preparing') {
      isLeaving = true
      return false
    }
    const mustAsk = openTasks(queue) > 0 && isExplained()
    if (!mustAsk && !isUpdating()) return false
    event.preventDefault()
    if (!holding) void leaveInOrder(mustAsk)
    return true
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
    const { response, checkboxChecked } = await askToQuit(deps)
    if (isLeaving) return false
    if (response !== QUIT) onStay()
    else if (checkboxChecked) onUnderstood()
    return response === QUIT
  }

  window.on('close', onClose)
  window.on('query-session-end', mayEnd)
  window.on('focus', goOn)
  window.on('session-end', leave)
  app.on('before-quit', onQuit)
  powerMonitor.on('shutdown', leave)
  for (const signal of SIGNALS) process.on(signal, leaveAtOnce)
  return () => {
    app.off('before-quit', onQuit)
    powerMonitor.off('shutdown', leave)
    for (const signal of SIGNALS) process.off(signal, leaveAtOnce)
    window.off('close', onClose)
    window.off('query-session-end', mayEnd)
    window.off('focus', goOn)
    window.off('session-end', leave)
  }
}

function askToQuit({ window, queue, say, isUpdating }: QuitDeps) {
  const isUpdate = isUpdating()
  // A question of a window that is hidden would be hidden with it.
  if (!window.isVisible()) window.show()
  const explained = explanation(queue.current())
  return dialog.showMessageBox(window, {
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
}

function explanation({ running, downloading, waiting }: QueueSummary): Message | null {
  const atService = running + downloading
  const [first, ...more] = [
    ...(atService > 0 ? [message('desktop.quit.atService', { count: atService })] : []),
    ...(waiting > 0 ? [message('desktop.quit.waiting', { count: waiting })] : []),
  ]
  return first ? followedBy(first, ...more) : null
}
