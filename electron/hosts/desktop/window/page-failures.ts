/**
 * What becomes of the window when its page cannot work: a preload that does not load, a page that does not come, a page's
 * process that is gone. Words in place of a white window.
 */
import { app, dialog, type BrowserWindow, type Details, type Event } from 'electron'
import { message, type Message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'

/** How Electron names an end that the page wanted (electron.d.ts, `RenderProcessGoneDetails.reason`). */
const WANTED_END = 'clean-exit'
/** A page that is gone again so soon is not loaded another time. */
const SOON_MS = 30_000
/** Chromium's code for a load that another load replaced. */
const ABORTED = -3

export interface PageFailures {
  readonly window: BrowserWindow
  readonly now: () => number
  /** Keeps a note of it on this computer. */
  readonly keep: (what: string, error: unknown) => void
  readonly say: Say
  /** Nothing can be done: says why and ends. */
  readonly giveUp: (why: Message) => void
}

/** Watch before the page is loaded. */
export function watchPage({ window, now, keep, say, giveUp }: PageFailures): void {
  const { webContents } = window
  let lastGoneAt = Number.NEGATIVE_INFINITY

  webContents.on('preload-error', (_event, _path, error) => {
    keep('The bridge between page and program did not load.', error)
    giveUp(message('desktop.preloadFailed'))
  })
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return
    keep('The page did not load.', `${description} (${code})`)
    giveUp(message('desktop.pageFailed'))
  })
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === WANTED_END) return
    keep("The page's process ended.", `${reason} (${exitCode})`)
    const isAgain = now() - lastGoneAt < SOON_MS
    lastGoneAt = now()
    if (isAgain) void askToGoOn(window, say)
    else webContents.reload()
  })
}

/** Tasks go on in the main process, so that there is no need to hurry. */
async function askToGoOn(window: BrowserWindow, say: Say): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Atelier',
    message: say(message('desktop.pageGone')),
    detail: say(message('desktop.pageGoneHelp')),
    buttons: [say(message('desktop.loadPage')), say(message('desktop.close'))],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (window.isDestroyed()) return
  if (response === 0) window.webContents.reload()
  else window.close()
}

/** Notes in the log which of Chromium's processes ended and why, until the returned function is called. */
export function logProcessEnds(log: (line: string) => void): () => void {
  const note = (_event: Event, { type, reason, exitCode, name }: Details) => {
    if (reason !== WANTED_END) log(`A process ended: ${type} ${name ?? ''}, ${reason} (${exitCode}).`)
  }
  app.on('child-process-gone', note)
  return () => void app.off('child-process-gone', note)
}
