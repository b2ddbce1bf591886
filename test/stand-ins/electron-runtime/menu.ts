/**
 * `Menu` and `MenuItem`: the tree an application builds; a test presses its items.
 *
 * Assumed (electron.d.ts, `MenuItem`): an item has a label, a role or a type; a submenu that is an array becomes a Menu;
 * `click` gets the item and the focused window.
 */
import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions } from 'electron'
import { record, strict, windows } from './runtime.ts'

let applicationMenu: Menu | null = null

class MenuItem {
  readonly id: string
  readonly label: string
  readonly submenu: Menu | undefined
  readonly options: MenuItemConstructorOptions

  constructor(options: MenuItemConstructorOptions) {
    const { submenu, role, label, type } = options
    if (role === undefined && label === undefined && type !== 'separator') {
      throw new Error("Invalid template for MenuItem: must have at least one of 'label', 'role' or 'type'")
    }
    this.id = options.id ?? ''
    this.label = label ?? role ?? ''
    this.submenu = Array.isArray(submenu)
      ? Menu.buildFromTemplate(submenu)
      : (submenu as unknown as Menu | undefined)
    this.options = options
  }

  /** As the person presses it. A disabled item does nothing; a role is recorded. */
  click(): void {
    const { enabled = true, role, click } = this.options
    if (!enabled) return
    if (role !== undefined) record('menu.role', role)
    else click?.(this as never, [...windows].find((window) => window.isFocused()) as never, {})
  }
}

export class Menu extends EventEmitter {
  readonly items: readonly MenuItem[]

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    return new Menu(template.map((options) => new MenuItem(options)))
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    record('Menu.setApplicationMenu')
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  constructor(items: readonly MenuItem[]) {
    super()
    this.items = items
    return strict('Menu', this)
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null)
      if (found) return found
    }
    return null
  }
}
