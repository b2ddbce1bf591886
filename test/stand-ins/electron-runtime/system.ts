/**
 * The system around the application: most of it is recorded and otherwise does nothing; dialogs and the keychain answer.
 *
 * Shapes follow electron.d.ts of the pinned version: images are not decoded, `openExternal` rejects what is no address, a tray and
 * the screen come after `ready`.
 */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { NotificationConstructorOptions, Rectangle } from 'electron'
import type { Session } from './chromium.ts'
import { needsReady, record, runtime, strict } from './runtime.ts'
import { switchOf } from './app.ts'
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

export class Tray extends EventEmitter {
  destroyed = false

  constructor(image: unknown) {
    needsReady('Cannot create Tray before app is ready')
    super()
    if (image === undefined) throw new TypeError('Argument must be a file path or a NativeImage')
    record('tray.create')
    return strict('Tray', this)
  }
  setContextMenu(menu: Menu | null): void {
    record('tray.setContextMenu', menu?.items.map(({ label }) => label) ?? null)
  }
  setToolTip(text: string): void {
    record('tray.setToolTip', text)
  }
  setImage(): void {
    record('tray.setImage')
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  destroy(): void {
    this.destroyed = true
    record('tray.destroy')
  }
}

/**
 * What the application asks, answered by the test. A dialog nobody has an answer for is cancelled.
 *
 * Assumed (electron.d.ts, `Dialog`): a window may come first; a cancelled dialog has no path; `showErrorBox` may be
 * called before `ready`, where on Linux it writes to stderr and shows nothing; the others may not.
 */
function ask<Result>(what: string, args: readonly unknown[], cancelled: Result): Result {
  needsReady('dialog module can only be used after app is ready')
  record(`dialog.${what}`, args.at(-1))
  const answer = runtime.answers.shift()
  return answer === undefined ? cancelled : (answer as Result)
}

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => {
    if (runtime.isReady) record('dialog.showErrorBox', { title, content })
    else process.stderr.write(`${title}\n${content}\n`)
  },
  showOpenDialog: async (...args: unknown[]) =>
    ask('showOpenDialog', args, { canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async (...args: unknown[]) => ask('showSaveDialog', args, { canceled: true, filePath: '' }),
  showMessageBox: async (...args: unknown[]) => {
    const { cancelId = 0 } = args.at(-1) as { readonly cancelId?: number }
    return ask('showMessageBox', args, { response: cancelId, checkboxChecked: false })
  },
})

/** Electron's ciphertexts begin with the version of Chromium's OSCrypt. */
const MARK = 'v11:'

/** Another key cannot read what this one has written: a test takes the keychain away with it. */
export const keychain = { key: 'keychain' }

const DESKTOPS: Readonly<Record<string, string>> = {
  GNOME: 'gnome_libsecret',
  Unity: 'gnome_libsecret',
  XFCE: 'gnome_libsecret',
  KDE: 'kwallet6',
  LXQt: 'basic_text',
}
const STORES: Readonly<Record<string, string>> = { basic: 'basic_text', 'gnome-libsecret': 'gnome_libsecret' }

/**
 * Assumed (Chromium's key_storage_util_linux.cc, `SelectBackend`): the switch goes before the desktop's name, and a desktop that
 * is not known has the password that everybody knows.
 */
function backend(): string {
  const store = STORES[switchOf('password-store') ?? '']
  if (store !== undefined) return store
  const names = (process.env['XDG_CURRENT_DESKTOP'] ?? '').split(':')
  return names.map((name) => DESKTOPS[name]).find((found) => found !== undefined) ?? 'basic_text'
}

/** A keychain that works, from `ready` on; what else can be of it, `stand-ins/electron-shell.ts` has. */
export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => runtime.isReady,
  getSelectedStorageBackend: () => (runtime.isReady ? backend() : 'unknown'),
  encryptStringAsync: async (text: string) =>
    Buffer.from(`${MARK}${keychain.key}:${Buffer.from(text).toString('hex')}`),
  async decryptStringAsync(ciphertext: Buffer) {
    const [mark = '', key, hex = ''] = ciphertext.toString().split(':')
    if (`${mark}:` !== MARK || key !== keychain.key) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
    }
    return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: false }
  },
})

/**
 * The system's theme, and the application's wish over it.
 *
 * Assumed (electron.d.ts, `NativeTheme.themeSource`): light or dark holds for `prefers-color-scheme` of every page and for
 * `shouldUseDarkColors`; system takes the wish back; a change emits `updated`.
 */
class NativeTheme extends EventEmitter {
  source: 'system' | 'light' | 'dark' = 'system'

  get themeSource(): NativeTheme['source'] {
    return this.source
  }
  set themeSource(source: NativeTheme['source']) {
    if (source === this.source) return
    this.source = source
    record('nativeTheme.themeSource', source)
    for (const session of pages.values()) emulate(session)
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return (this.source === 'system' ? runtime.config.theme : this.source) === 'dark'
  }
}

export const nativeTheme = strict('nativeTheme', new NativeTheme())
const pages = new Map<object, Session>()

/** The page of `contents` follows the application's wish from here on. */
export function emulateTheme(contents: object, session: Session): void {
  pages.set(contents, session)
  emulate(session)
}

export function forgetTheme(contents: object): void {
  pages.delete(contents)
}

function emulate(session: Session): void {
  const features = [
    { name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' },
  ]
  session.send('Emulation.setEmulatedMedia', { features }).catch(() => undefined)
}
