/** `Tray`: recorded. A test presses it by emitting `click`, and its menu by pressing items (electron.d.ts, `Tray`). */
import { EventEmitter } from 'node:events'
import { needsReady, record } from '../runtime.ts'
import { strict } from '../strict.ts'
import type { Menu } from './menu.ts'

/** Every tray there is, for tests. */
export const trays = new Set<Tray>()

export class Tray extends EventEmitter {
  menu: Menu | null = null
  toolTip = ''
  title = ''
  destroyed = false

  constructor(image: unknown) {
    needsReady('Cannot create Tray before app is ready')
    super()
    if (image === undefined) throw new TypeError('Argument must be a file path or a NativeImage')
    const self = strict('Tray', this)
    trays.add(self)
    record('tray.create')
    return self
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu
    record('tray.setContextMenu', menu?.items.map(({ label }) => label) ?? null)
  }
  popUpContextMenu(): void {
    record('tray.popUpContextMenu')
  }
  setToolTip(text: string): void {
    this.toolTip = text
    record('tray.setToolTip', text)
  }
  setTitle(text: string): void {
    this.title = text
  }
  getTitle(): string {
    return this.title
  }
  setImage(): void {
    record('tray.setImage')
  }
  setPressedImage(): void {
    record('tray.setPressedImage')
  }
  setIgnoreDoubleClickEvents(ignore: boolean): void {
    record('tray.setIgnoreDoubleClickEvents', ignore)
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    trays.delete(this)
    record('tray.destroy')
  }
}
