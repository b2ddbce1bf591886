/**
 * The queue in the system's tray: its state, what is at work, pausing, and the way back to the window.
 *
 * On Linux only where the desktop shows StatusNotifierItem icons; there a click and a menu cannot be told apart everywhere, so
 * everything is in the menu, which is set anew when it changes (electron.d.ts, `Tray`: "Platform Considerations").
 */
import { Menu, Tray } from 'electron'
import { trayImage, trayStateOf, type TrayState } from './icons.ts'
import type { QueueLook, QueueWatch } from './queue-watch.ts'

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
  const stop = queue.subscribe((look) => {
    const words = wordsOf(look)
    const next = `${words} ${look.paused}`
    if (next === shown) return
    shown = next
    if (trayStateOf(look) !== state) {
      state = trayStateOf(look)
      tray.setImage(trayImage(state, platform))
    }
    tray.setToolTip(`Atelier – ${words}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: words, enabled: false },
        { type: 'separator' },
        { label: 'Open Atelier', click: onOpen },
        { label: look.paused ? 'Resume the Queue' : 'Pause the Queue', click: () => onPause(!look.paused) },
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

/** The queue in a line, the user's own part first. */
export function wordsOf({ paused, running, downloading, waiting, needsYou }: QueueLook): string {
  const parts = [
    needsYou > 0 ? (needsYou === 1 ? '1 task needs you' : `${needsYou} tasks need you`) : '',
    running > 0 ? `${running} at work` : '',
    downloading > 0 ? `${downloading} downloading` : '',
    waiting > 0 ? `${waiting} waiting` : '',
    paused ? 'paused' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Nothing at work' : parts.join(', ')
}
