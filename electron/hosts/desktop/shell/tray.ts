/**
 * The queue in the system's tray: its state, its counts, pausing, and opening the window.
 *
 * On Linux only desktops with StatusNotifierItem icons show it. Some of them do not tell a click from opening the menu, so the
 * menu holds everything, and is set again when it changes (electron.d.ts, `Tray`: "Platform Considerations").
 */
import { Menu, Tray } from 'electron'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { waitingParts } from './dock.ts'
import { trayImage, trayStateOf, type TrayState } from './icons.ts'
import type { QueueSummary, QueueWatch } from './queue-watch.ts'

export interface TrayActions {
  readonly say: Say
  onOpen(): void
  /** The user wants to see what waits for approval. */
  onApprovals(): void
  onPause(isPaused: boolean): void
  onQuit(): void
}

/** Shows it until the returned function is called. */
export function showTray(
  queue: QueueWatch,
  { say, onOpen, onApprovals, onPause, onQuit }: TrayActions,
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
    const title = summaryOf(summary, say)
    const quit = say(message('desktop.tray.quit'))
    const next = `${title} ${summary.paused} ${quit}`
    if (next === shown) return
    shown = next
    if (trayStateOf(summary) !== state) {
      state = trayStateOf(summary)
      tray.setImage(trayImage(state, platform))
    }
    tray.setToolTip(say(message('desktop.tray.tooltip', { summary: title })))
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: title, enabled: false },
        { type: 'separator' },
        ...(summary.approvals > 0
          ? [{ label: say(message('desktop.tray.approvals')), click: onApprovals }]
          : []),
        { label: say(message('desktop.tray.open')), click: onOpen },
        {
          label: say(message(summary.paused ? 'desktop.tray.resume' : 'desktop.tray.pause')),
          click: () => onPause(!summary.paused),
        },
        { type: 'separator' },
        { label: quit, click: onQuit },
      ]),
    )
  })
  return () => {
    stop()
    tray.destroy()
  }
}

/** The queue in a line; what needs the user comes first. */
function summaryOf(summary: QueueSummary, say: Say): string {
  const { paused, running, downloading, waiting, needsYou, approvals } = summary
  const parts = [
    ...waitingParts(needsYou, approvals),
    ...(running > 0 ? [message('desktop.tray.running', { count: running })] : []),
    ...(downloading > 0 ? [message('desktop.tray.downloading', { count: downloading })] : []),
    ...(waiting > 0 ? [message('desktop.tray.waiting', { count: waiting })] : []),
    ...(paused ? [message('desktop.tray.paused')] : []),
  ]
  return say(
    parts.length === 0
      ? message('desktop.tray.idle')
      : message('desktop.tray.summary', { parts: parts.map(say) }),
  )
}
