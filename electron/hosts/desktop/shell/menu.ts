/**
 * The application's menu, in the habits of each platform.
 *
 * Commands go to the page, whose palette knows the same. Accelerators are those of the page: a key that the page takes never
 * reaches the menu (Electron, "Keyboard Shortcuts": a prevented keydown keeps the menu's shortcut from firing).
 *
 * Only on macOS: the application's own menu with services and hiding, and Settings in it (Apple, Human Interface Guidelines,
 * "The menu bar"). On Windows and Linux the same commands stand under File and Help; Windows calls the way out "Exit" by
 * itself (electron.d.ts, role `quit`).
 */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { PageCommand } from '#contract/app.ts'

type Item = MenuItemConstructorOptions

const SEPARATOR: Item = { type: 'separator' }

export interface MenuOptions {
  /** Developer tools are in the menu only where the window has them. */
  readonly devTools: boolean
  run(command: PageCommand): void
  onOpenRecipe(): void
}

/** Sets the menu. */
export function installMenu(
  { devTools, run, onOpenRecipe }: MenuOptions,
  platform: NodeJS.Platform = process.platform,
): void {
  const isMac = platform === 'darwin'
  const command = (label: string, id: PageCommand, accelerator?: string): Item => ({
    label,
    id,
    click: () => run(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  const settings = command(isMac ? 'Settings…' : '&Settings', 'place:settings', 'CmdOrCtrl+,')
  const prompt = command('&New Prompt', 'prompt', 'CmdOrCtrl+N')
  const shortcuts = command('&Keyboard Shortcuts', 'help')
  const openRecipe: Item = {
    label: '&Open Recipe…',
    id: 'open-recipe',
    accelerator: 'CmdOrCtrl+O',
    click: onOpenRecipe,
  }
  const about: Item = { role: 'about' }
  const view: readonly Item[] = [
    command('Command &Palette…', 'palette', 'CmdOrCtrl+K'),
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' },
    ...(devTools ? [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }] : []),
  ]
  const go: readonly Item[] = [
    command('&Create', 'place:create', 'CmdOrCtrl+1'),
    command('&Queue', 'place:queue', 'CmdOrCtrl+2'),
    command('&Gallery', 'place:gallery', 'CmdOrCtrl+3'),
    SEPARATOR,
    command('&Pause or Resume the Queue', 'pause'),
  ]
  const application: Item = {
    label: app.getName(),
    submenu: [
      about,
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  }
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [application] : []),
      {
        label: '&File',
        submenu: isMac
          ? [prompt, openRecipe, SEPARATOR, { role: 'close' }]
          : [prompt, openRecipe, SEPARATOR, settings, SEPARATOR, { role: 'quit' }],
      },
      { role: 'editMenu' },
      { label: '&View', submenu: [...view] },
      { label: '&Go', submenu: [...go] },
      { role: 'windowMenu' },
      { label: '&Help', role: 'help', submenu: isMac ? [shortcuts] : [shortcuts, SEPARATOR, about] },
    ]),
  )
}
