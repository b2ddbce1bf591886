/**
 * Closing the window while tasks are open: the program goes on in the tray, or in the dock of macOS, and says so the first time.
 *
 * A Linux desktop without tray icons shows none, and nobody is told (electron.d.ts, `Tray`): starting Atelier again brings the
 * window back everywhere, so the words name that too.
 */
import { dialog, type BrowserWindow } from 'electron'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { openTasks, type QueueWatch } from './queue-watch.ts'

const QUIT = 1

export interface KeepOnDeps {
  readonly window: BrowserWindow
  readonly queue: QueueWatch
  readonly say: Say
  readonly isWanted: () => boolean
  /** Whether the user has not been told yet. */
  readonly isNew: () => boolean
  readonly onTold: () => void
  readonly platform?: NodeJS.Platform
}

/** Whether the window, which is being closed, is hidden instead. `quit` ends the program without another question. */
export type KeepOn = (quit: () => void) => boolean

export function createKeepOn({
  window,
  queue,
  say,
  isWanted,
  isNew,
  onTold,
  platform = process.platform,
}: KeepOnDeps): KeepOn {
  let isTelling = false
  async function tell(count: number, quit: () => void): Promise<void> {
    isTelling = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'info',
      message: say(message('desktop.keepOn.title', { platform })),
      detail: say(message('desktop.keepOn.text', { count, platform })),
      buttons: [say(message('desktop.keepOn.keep')), say(message('desktop.tray.quit'))],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    isTelling = false
    if (response === QUIT) return quit()
    onTold()
    hide(window)
  }
  return (quit) => {
    const { paused, waiting } = queue.current()
    // What waits in a queue that is paused goes on nowhere.
    const count = openTasks(queue) - (paused ? waiting : 0)
    if (count === 0 || !isWanted()) return false
    if (!isNew()) hide(window)
    else if (!isTelling) void tell(count, quit)
    return true
  }
}

/** On macOS a window that fills the screen would leave a black one (electron/electron#20263). */
function hide(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (!window.isFullScreen()) return window.hide()
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}
