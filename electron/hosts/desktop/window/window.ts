/** The one window: its fences, its place on the screen, when it appears, and the theme of what Electron paints. */
import { BrowserWindow, screen, type Rectangle, nativeTheme } from 'electron'
import { settingsSchema } from '#contract/settings.ts'
import type { App } from '#core/app.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { windowIcon } from '../shell/icons.ts'
import { rememberWindowState, restoreWindowState, SMALLEST_SIZE } from './window-state.ts'

interface WindowOptions {
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

/** The page's own background in both themes (OKLCH 0.17 and 0.985 at hue 60), so that nothing flashes at the start. */
const BACKGROUND = { dark: '#110f0d', light: '#fcfaf8' }

/** Follows the user's choice; the returned function ends it. */
export function followTheme(app: Pick<App, 'subscribe'>, settings: SettingsFile): () => void {
  const chosen = settingsSchema.shape.appearance.partial().safeParse(settings.get('appearance'))
  nativeTheme.themeSource = chosen.data?.theme ?? 'system'
  return app.subscribe((event) => {
    if (event.name === 'settings.changed') nativeTheme.themeSource = event.data.settings.appearance.theme
  })
}

function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light
}
