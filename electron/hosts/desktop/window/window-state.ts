/**
 * Where the window was and how large, for each arrangement of displays, kept in the settings under `window`.
 *
 * Whoever works at a desk with a second display and without it on the way finds the window where it was in both. Wayland tells
 * no program where its window is: there the size alone is what it was.
 */
import type { Rectangle } from 'electron'
import { z } from 'zod'
import type { SettingsFile } from '#core/ports/settings.ts'

const SETTING = 'window'
const DEFAULT_SIZE = { width: 1_280, height: 820 }
export const SMALLEST_SIZE = { width: 720, height: 480 }
/** A window of which less than this is on a display cannot be found or moved by its user. */
const VISIBLE_PIXELS = 120
/** Arrangements that are remembered, newest first. */
const MOST_ARRANGEMENTS = 10

const side = z.int().min(-100_000).max(100_000)
const stateSchema = z.object({
  x: side,
  y: side,
  width: z.int().min(SMALLEST_SIZE.width).max(100_000),
  height: z.int().min(SMALLEST_SIZE.height).max(100_000),
  maximized: z.boolean(),
})

const entrySchema = stateSchema.extend({ displays: z.string().max(1_000) })

/**
 * The state to open with: that of these `displays`, else the last one. Place and size are restored only if enough of the window
 * would be on one of them.
 */
export function restoreWindowState(
  settings: SettingsFile,
  displays: readonly Rectangle[],
): { readonly bounds: Partial<Rectangle>; readonly maximized: boolean } {
  const states = readStates(settings)
  const here = arrangementOf(displays)
  const state = states.find((entry) => entry.displays === here) ?? states[0]
  if (!state) return { bounds: DEFAULT_SIZE, maximized: false }
  const { x, y, width, height, maximized } = state
  const bounds = { x, y, width, height }
  return {
    bounds: displays.some((display) => isVisibleOn(bounds, display)) ? bounds : DEFAULT_SIZE,
    maximized,
  }
}

/** Remembers the state for the next start on these displays. `bounds` are those of the window when it is not maximised. */
export function rememberWindowState(
  settings: SettingsFile,
  displays: readonly Rectangle[],
  { x, y, width, height }: Rectangle,
  maximized: boolean,
): void {
  const here = arrangementOf(displays)
  const others = readStates(settings).filter((entry) => entry.displays !== here)
  const state = { displays: here, x, y, width, height, maximized }
  settings.set(SETTING, [state, ...others].slice(0, MOST_ARRANGEMENTS))
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
