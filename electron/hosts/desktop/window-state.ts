/** Where the window was and how large, kept in the settings under `window`. */
import type { Rectangle } from 'electron'
import { z } from 'zod'
import type { SettingsFile } from '#core/ports/settings.ts'

const SETTING = 'window'
const DEFAULT_SIZE = { width: 1_280, height: 820 }
export const SMALLEST_SIZE = { width: 720, height: 480 }
/** A window of which less than this is on a display cannot be found or moved by its user. */
const VISIBLE_PIXELS = 120

const side = z.int().min(-100_000).max(100_000)
const stateSchema = z.object({
  x: side,
  y: side,
  width: z.int().min(SMALLEST_SIZE.width).max(100_000),
  height: z.int().min(SMALLEST_SIZE.height).max(100_000),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof stateSchema>

/** The state to open with. Place and size are restored only if enough of the window would be on one of `displays`. */
export function restoreWindowState(
  settings: SettingsFile,
  displays: readonly Rectangle[],
): { readonly bounds: Partial<Rectangle>; readonly maximized: boolean } {
  const parsed = stateSchema.safeParse(settings.get(SETTING))
  if (!parsed.success) return { bounds: DEFAULT_SIZE, maximized: false }
  const { maximized, ...bounds } = parsed.data
  return {
    bounds: displays.some((display) => isVisibleOn(bounds, display)) ? bounds : DEFAULT_SIZE,
    maximized,
  }
}

/** Remembers the state for the next start. `bounds` are those of the window when it is not maximised. */
export function rememberWindowState(settings: SettingsFile, bounds: Rectangle, maximized: boolean): void {
  settings.set(SETTING, { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height, maximized })
}

function isVisibleOn(bounds: Rectangle, display: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x)
  const height =
    Math.min(bounds.y + bounds.height, display.y + display.height) - Math.max(bounds.y, display.y)
  return width >= VISIBLE_PIXELS && height >= VISIBLE_PIXELS && bounds.y >= display.y
}
