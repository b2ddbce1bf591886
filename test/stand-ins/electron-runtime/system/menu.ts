/**
 * `Menu` and `MenuItem`: the tree an application builds; a test presses its items.
 *
 * Assumed (electron.d.ts, `MenuItem`): an item has a label, a role or a type; a submenu that is an array becomes a Menu;
 * `click` gets the item and the focused window; an unknown role is refused.
 */
import { EventEmitter } from 'node:events'
import type { MenuItemConstructorOptions } from 'electron'
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'
import { BrowserWindow } from '../window/browser-window.ts'
import { ROLES } from './menu-roles.ts'

type Template = readonly (MenuItemConstructorOptions | MenuItem)[]

let applicationMenu: Menu | null = null

export class MenuItem {
  readonly id: string
  readonly type: string
  readonly role: string | undefined
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly sublabel: string
  readonly icon: unknown
  readonly onClick: MenuItemConstructorOptions['click']
  label: string
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(options: MenuItemConstructorOptions) {
    const role = options.role?.toLowerCase()
    if (role !== undefined && !ROLES.has(role)) throw new Error(`Unknown role: ${options.role}`)
    const { submenu } = options
    this.submenu = Array.isArray(submenu)
      ? Menu.buildFromTemplate(submenu)
      : (submenu as unknown as Menu | undefined)
    this.type = options.type ?? (submenu === undefined ? 'normal' : 'submenu')
    if (role === undefined && options.label === undefined && this.type !== 'separator') {
      throw new Error("Invalid template for MenuItem: must have at least one of 'label', 'role' or 'type'")
    }
    this.id = options.id ?? ''
    this.role = role
    this.label = options.label ?? options.role ?? ''
    this.accelerator = options.accelerator ?? undefined
    this.sublabel = options.sublabel ?? ''
    this.icon = options.icon
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.onClick = options.click
  }

  /** As the person presses it. A disabled item does nothing; a role is recorded. */
  click(): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    if (this.role !== undefined) record('menu.role', this.role)
    else this.onClick?.(this as never, BrowserWindow.getFocusedWindow() as never, {})
  }
}

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = []

  static buildFromTemplate(template: Template): Menu {
    const menu = new Menu()
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
    record('Menu.setApplicationMenu')
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }

  constructor() {
    super()
    return strict('Menu', this)
  }
  append(item: MenuItem): void {
    this.items.push(item)
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item)
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null)
      if (found) return found
    }
    return null
  }
  popup(): void {
    record(
      'menu.popup',
      this.items.map(({ label }) => label),
    )
  }
  closePopup(): void {
    record('menu.closePopup')
  }
}
