/**
 * What is recorded and otherwise does nothing: clipboard, shell, power, screen, images, notifications and the tray.
 *
 * A test presses a notification or a tray by emitting `click`. Shapes follow electron.d.ts of the pinned version: images are
 * not decoded, `openExternal` rejects what is no address, a tray and the screen come after `ready`.
 */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { NotificationConstructorOptions, Rectangle } from 'electron'
import { needsReady, record } from '../runtime.ts'
import { strict } from '../strict.ts'
import type { Menu } from './menu.ts'

/** The types of one entry (electron.d.ts, `ClipboardItem.types`). */
export class ClipboardItem {
  readonly types: readonly string[]
  constructor(items: Readonly<Record<string, unknown>>) {
    this.types = Object.keys(items)
  }
}

export const clipboard = strict('clipboard', {
  writeText: async (text: string) => record('clipboard.writeText', text),
  write: async (items: readonly ClipboardItem[]) =>
    record(
      'clipboard.write',
      items.flatMap(({ types }) => types),
    ),
})

export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) throw new Error('Invalid URL')
    record('shell.openExternal', url)
  },
  showItemInFolder: (path: string) => record('shell.showItemInFolder', path),
})

/** Macs alone have one that does something (electron.d.ts, `AutoUpdater`: "Platform Notices"). */
export const autoUpdater = strict('autoUpdater', new EventEmitter())

/** A test sends the machine to sleep by emitting `suspend` and `resume`. */
export const powerMonitor = strict('powerMonitor', new EventEmitter())

export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type: string): number {
    record('powerSaveBlocker.start', type)
    return 0
  },
  stop: (id: number) => record('powerSaveBlocker.stop', id),
})

const FULL_HD: Rectangle = { x: 0, y: 0, width: 1920, height: 1080 }

export const screen = strict('screen', {
  getAllDisplays() {
    needsReady("The 'screen' module can't be used before the app 'ready' event")
    return [{ id: 1, bounds: FULL_HD, workArea: FULL_HD, scaleFactor: 1 }]
  },
})

/** Only whether there are bytes. */
interface NativeImage {
  isEmpty(): boolean
  setTemplateImage(isTemplate: boolean): void
}

function imageOf(bytes: Buffer): NativeImage {
  return strict('NativeImage', {
    isEmpty: () => bytes.length === 0,
    setTemplateImage: () => undefined,
  })
}

export const nativeImage = strict('nativeImage', {
  createFromBuffer: imageOf,
  /** Empty where the file cannot be read. */
  createFromPath(path: string): NativeImage {
    try {
      return imageOf(readFileSync(path))
    } catch {
      return imageOf(Buffer.alloc(0))
    }
  },
})

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }
  readonly options: NotificationConstructorOptions
  constructor(options: NotificationConstructorOptions = {}) {
    super()
    this.options = options
    return strict('Notification', this)
  }
  show(): void {
    const { title, body, silent } = this.options
    record('notification.show', { title, body, silent })
  }
  close(): void {
    record('notification.close', this.options.title)
    this.emit('close', {})
  }
}

/** Every tray there is, for tests. */
export const trays = new Set<Tray>()

export class Tray extends EventEmitter {
  menu: Menu | null = null

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
  setToolTip(text: string): void {
    record('tray.setToolTip', text)
  }
  setImage(): void {
    record('tray.setImage')
  }
  isDestroyed(): boolean {
    return !trays.has(this)
  }
  destroy(): void {
    trays.delete(this)
    record('tray.destroy')
  }
}
