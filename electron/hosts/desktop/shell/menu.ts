/**
 * The application's menu, in the habits of each platform.
 *
 * Commands go to the page, whose palette knows the same. Accelerators are those of the page: a key that the page takes never
 * reaches the menu (Electron, "Keyboard Shortcuts": a prevented keydown keeps the menu's shortcut from firing).
 *
 * Only on macOS: the application's own menu with services and hiding, and Settings in it (Apple, Human Interface Guidelines,
 * "The menu bar"). On Windows and Linux the same commands stand under File and Help.
 *
 * The menus Edit and Window hold what Electron's own have (its source, `lib/browser/api/menu-item-roles.ts`), in our words.
 */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { PageCommand } from '#contract/app.ts'
import { message, type PlainMessageId } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'
import { closeItem, type PlainRole, quitItem, roleItem } from './role-items.ts'

type Item = MenuItemConstructorOptions

const SEPARATOR: Item = { type: 'separator' }

export interface MenuOptions {
  readonly say: Say
  /** Developer tools are in the menu only where the window has them. */
  readonly devTools: boolean
  run(command: PageCommand): void
  onOpenRecipe(): void
}

/** Sets the menu; once more where the language has changed. */
export function installMenu(
  { say, devTools, run, onOpenRecipe }: MenuOptions,
  platform: NodeJS.Platform = process.platform,
): void {
  const isMac = platform === 'darwin'
  const label = (id: PlainMessageId) => say(message(id))
  const command = (name: PlainMessageId, id: PageCommand, accelerator?: string): Item => ({
    label: label(name),
    id,
    click: () => run(id),
    ...(accelerator === undefined ? {} : { accelerator }),
  })
  const items = (...roles: readonly (PlainRole | Item)[]) => itemsOf(roles, say)
  const settings = command('desktop.menu.settings', 'place:settings', 'CmdOrCtrl+,')
  const shortcuts = command('desktop.menu.shortcuts', 'help')
  const openRecipe: Item = {
    label: label('desktop.menu.openRecipe'),
    id: 'open-recipe',
    accelerator: 'CmdOrCtrl+O',
    click: onOpenRecipe,
  }
  const file = [command('desktop.menu.newPrompt', 'prompt', 'CmdOrCtrl+N'), openRecipe, SEPARATOR]
  const close = closeItem(platform, say)
  const quit = quitItem(platform, say)
  const view = [
    command('desktop.menu.palette', 'palette', 'CmdOrCtrl+K'),
    SEPARATOR,
    ...items('resetZoom', 'zoomIn', 'zoomOut', SEPARATOR, 'togglefullscreen'),
    ...(devTools ? items('reload', 'toggleDevTools') : []),
  ]
  const go = [
    command('desktop.menu.create', 'place:create', 'CmdOrCtrl+1'),
    command('desktop.menu.queue', 'place:queue', 'CmdOrCtrl+2'),
    command('desktop.menu.gallery', 'place:gallery', 'CmdOrCtrl+3'),
    SEPARATOR,
    command('desktop.menu.pause', 'pause'),
  ]
  const windowItems = [...items('minimize', 'zoom'), ...(isMac ? items(SEPARATOR, 'front') : [close])]
  const application: Item = {
    label: app.getName(),
    submenu: [
      ...items('about', SEPARATOR, settings, SEPARATOR, 'services', SEPARATOR),
      ...items('hide', 'hideOthers', 'unhide', SEPARATOR, quit),
    ],
  }
  const help = isMac ? [shortcuts] : items(shortcuts, SEPARATOR, 'about')
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [application] : []),
      {
        label: label('desktop.menu.file'),
        submenu: [...file, ...(isMac ? [close] : [settings, SEPARATOR, quit])],
      },
      { role: 'editMenu', label: label('desktop.menu.edit'), submenu: editItems(isMac, say) },
      { label: label('desktop.menu.view'), submenu: view },
      { label: label('desktop.menu.go'), submenu: go },
      { role: 'windowMenu', label: label('desktop.menu.window'), submenu: windowItems },
      { label: label('desktop.menu.help'), role: 'help', submenu: help },
    ]),
  )
}

function itemsOf(roles: readonly (PlainRole | Item)[], say: Say): Item[] {
  return roles.map((role) => (typeof role === 'string' ? roleItem(role, say) : role))
}

function editItems(isMac: boolean, say: Say): Item[] {
  const first = ['undo', 'redo', SEPARATOR, 'cut', 'copy', 'paste'] as const
  if (!isMac) return itemsOf([...first, 'delete', SEPARATOR, 'selectAll'], say)
  const dashes = ['toggleSmartQuotes', 'toggleSmartDashes', 'toggleTextReplacement'] as const
  const substitutions: Item = {
    label: say(message('desktop.menu.substitutions')),
    submenu: itemsOf(['showSubstitutions', SEPARATOR, ...dashes], say),
  }
  const speech: Item = {
    label: say(message('desktop.menu.speech')),
    submenu: itemsOf(['startSpeaking', 'stopSpeaking'], say),
  }
  const last = ['pasteAndMatchStyle', 'delete', 'selectAll', SEPARATOR, substitutions, speech] as const
  return itemsOf([...first, ...last], say)
}
