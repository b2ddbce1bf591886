/** The one window: its fences, its place on the screen, when it appears, and the theme of what Electron paints. */
import { BrowserWindow, screen, type Rectangle, type Size, nativeTheme } from 'electron'
import { z } from 'zod'
import { settingsSchema } from '#contract/settings.ts'
import type { App } from '#core/app.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import type { Clock } from '#core/ports/clock.ts'
import { windowIcon } from '../shell/icons.ts'
import { showWhenReady } from './first-show.ts'

interface WindowOptions {
  readonly settings: SettingsFile
  readonly preload: string
  /** Off in what users install. */
  readonly devTools: boolean
  readonly clock: Pick<Clock, 'after'>
  /** It stays hidden until the user opens it. */
  readonly background?: boolean
}

/** A window without content that shows itself when its page is ready; `shown` resolves then, or when it is closed before. */
export function createWindow({ settings, preload, devTools, clock, background = false }: WindowOptions): {
  readonly window: BrowserWindow
  readonly shown: Promise<void>
} {
  const { bounds, maximized } = restoreWindowState(settings, workAreas())
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
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
  const shown = background ? Promise.resolve() : showWhenReady({ window, maximized, after: clock.after })
  let hasShown = !background
  if (background)
    window.once('show', () => {
      hasShown = true
      // Maximising would show a window that is not to be seen yet (electron.d.ts, `BrowserWindow.maximize`).
      if (maximized) window.maximize()
    })
  const isMaximized = () => (hasShown ? window.isMaximized() : maximized)
  const remember = () => rememberWindowState(settings, workAreas(), window.getNormalBounds(), isMaximized())
  window.on('close', remember)
  window.on('session-end', remember)
  return { window, shown }
}

function workAreas(): readonly Rectangle[] {
  return screen.getAllDisplays().map((display) => display.workArea)
}

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

/**
 * Where the window was and how large, for each arrangement of displays, kept in the settings under `window`.
 *
 * Whoever works at a desk with a second display and without it on the way finds the window where it was in both. Wayland tells
 * no program where its window is: there the size alone is what it was.
 */
const SETTING = 'window'
const DEFAULT_SIZE = { width: 1_280, height: 820 }
const MIN_SIZE = { width: 720, height: 480 }
/** A window of which less than this is on a display cannot be found or moved by its user. */
const VISIBLE_PIXELS = 120
/** Arrangements that are remembered, newest first. */
const MAX_ARRANGEMENTS = 10

const side = z.int().min(-100_000).max(100_000)
const stateSchema = z.object({
  x: side,
  y: side,
  width: z.int().min(MIN_SIZE.width).max(100_000),
  height: z.int().min(MIN_SIZE.height).max(100_000),
  maximized: z.boolean(),
})

const entrySchema = stateSchema.extend({ displays: z.string().max(1_000) })

/**
 * The state to open with: that of these `displays`, else the last one. Place and size are restored only if enough of the window
 * would be on one of them, and those of other displays are fitted into this one.
 */
function restoreWindowState(
  settings: SettingsFile,
  displays: readonly Rectangle[],
): { readonly bounds: Partial<Rectangle>; readonly maximized: boolean } {
  const states = readStates(settings)
  const here = arrangementOf(displays)
  const state = states.find((entry) => entry.displays === here) ?? states[0]
  const usual = displays[0] ? sizeWithin(DEFAULT_SIZE, displays[0]) : DEFAULT_SIZE
  if (!state) return { bounds: usual, maximized: false }
  const { x, y, width, height, maximized } = state
  const bounds = { x, y, width, height }
  const display = displays.find((one) => isVisibleOn(bounds, one))
  if (!display) return { bounds: usual, maximized }
  return { bounds: state.displays === here ? bounds : placeWithin(bounds, display), maximized }
}

function sizeWithin({ width, height }: Size, display: Rectangle): Size {
  return {
    width: Math.max(MIN_SIZE.width, Math.min(width, display.width)),
    height: Math.max(MIN_SIZE.height, Math.min(height, display.height)),
  }
}

function placeWithin(bounds: Rectangle, display: Rectangle): Rectangle {
  const { width, height } = sizeWithin(bounds, display)
  return {
    x: Math.max(display.x, Math.min(bounds.x, display.x + display.width - width)),
    y: Math.max(display.y, Math.min(bounds.y, display.y + display.height - height)),
    width,
    height,
  }
}

/** Remembers the state for the next start on these displays. `bounds` are those of the window when it is not maximised. */
function rememberWindowState(
  settings: SettingsFile,
  displays: readonly Rectangle[],
  { x, y, width, height }: Rectangle,
  maximized: boolean,
): void {
  const here = arrangementOf(displays)
  const others = readStates(settings).filter((entry) => entry.displays !== here)
  const state = { displays: here, x, y, width, height, maximized }
  settings.set(SETTING, [state, ...others].slice(0, MAX_ARRANGEMENTS))
}

function readStates(settings: SettingsFile): readonly z.infer<typeof entrySchema>[] {
  const given = settings.get(SETTING)
  return (Array.isArray(given) ? given : []).flatMap((entry) => entrySchema.safeParse(entry).data ?? [])
}

/** Names an arrangement by the displays' work areas, whatever order the system lists them in. */
function arrangementOf(displays: readonly Rectangle[]): string {
  return displays
    .map(({ x, y, width, height }) => `${width}x${height}@${x},${y}`)
    .toSorted()
    .join(' ')
    .slice(0, 1_000)
}

function isVisibleOn(bounds: Rectangle, display: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
  const height =
    Math.min(bounds.y + bounds.height, display.y + display.height) - Math.max(bounds.y, display.y)
  return width >= VISIBLE_PIXELS && height >= VISIBLE_PIXELS && bounds.y >= display.y
}
