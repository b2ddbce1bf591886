/**
 * The queue in the system's tray: its state, its counts, pausing, and opening the window.
 *
 * On Linux only desktops with StatusNotifierItem icons show it. Some of them do not tell a click from opening the menu, so the
 * menu holds everything, and is set again when it changes (electron.d.ts, `Tray`: "Platform Considerations").
 */
import { Menu, Tray } from 'electron'
import { trayImage, trayStateOf, type TrayState } from './icons.ts'
import type { QueueSummary, QueueWatch } from './queue-watch.ts'

export interface TrayActions {
  onOpen(): void
  onPause(isPaused: boolean): void
  onQuit(): void
}

/** Shows it until the returned function is called. */
export function showTray(
  queue: QueueWatch,
  { onOpen, onPause, onQuit }: TrayActions,
  platform: NodeJS.Platform = process.platform,
): () => void {
  const tray = new Tray(trayImage('idle', platform))
  let shown = ''
  let state: TrayState = 'idle'
  tray.on('click', () => {
    // On macOS a click opens the menu.
    if (platform !== 'darwin') onOpen()
  })
  const stop = queue.subscribe((summary) => {
    const words = wordsOf(summary)
    const next = `${words} ${summary.paused}`
    if (next === shown) return
    shown = next
    if (trayStateOf(summary) !== state) {
      state = trayStateOf(summary)
      tray.setImage(trayImage(state, platform))
    }
    tray.setToolTip(`Atelier – ${words}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words, enabled: false },
        { type: 'separator' },
        { label: 'Open Atelier', click: onOpen },
        {
          label: summary.paused ? 'Resume the Queue' : 'Pause the Queue',
          click: () => onPause(!summary.paused),
        },
        { type: 'separator' },
        { label: 'Quit Atelier', click: onQuit },
      ]),
    )
  })
  return () => {
    stop()
    tray.destroy()
  }
}

/** The queue in a line; what needs the user comes first. */
function wordsOf({ paused, running, downloading, waiting, needsYou }: QueueSummary): string {
  const parts = [
    needsYou > 0 ? (needsYou === 1 ? '1 task needs you' : `${needsYou} tasks need you`) : '',
    running > 0 ? `${running} running` : '',
    downloading > 0 ? `${downloading} downloading` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    paused ? 'paused' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Nothing running' : parts.join(', ')
}
