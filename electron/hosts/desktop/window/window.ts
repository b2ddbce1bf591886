/** The one window: its fences, its place on the screen, and when it appears. */
import { BrowserWindow, screen, type Rectangle } from 'electron'
import type { SettingsFile } from '#core/ports/settings.ts'
import { windowIcon } from '../shell/icons.ts'
import { backgroundColor } from './theme.ts'
import { rememberWindowState, restoreWindowState, SMALLEST_SIZE } from './window-state.ts'

export interface WindowOptions {
  readonly settings: SettingsFile
  readonly preload: string
  /** Off in what users install. */
  readonly devTools: boolean
}

/** A window without content that shows itself when its page is ready. */
export function createWindow({ settings, preload, devTools }: WindowOptions): BrowserWindow {
  const { bounds, maximized } = restoreWindowState(settings, workAreas())
  const window = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST_SIZE.width,
    minHeight: SMALLEST_SIZE.height,
    title: 'Atelier',
    show: false,
    backgroundColor: backgroundColor(),
    ...windowIcon(),
    webPreferences: {
      preload: preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: devTools,
    },
  })
  window.once('ready-to-show', () => {
    if (maximized) window.maximize()
    window.show()
  })
  const remember = () =>
    rememberWindowState(settings, workAreas(), window.getNormalBounds(), window.isMaximized())
  window.on('close', remember)
  window.on('session-end', remember)
  return window
}

function workAreas(): readonly Rectangle[] {
  return screen.getAllDisplays().map((display) => display.workArea)
}

/** Brings the window in front of the user, wherever it was. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
