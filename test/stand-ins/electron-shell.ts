/**
 * The parts of the `electron` stand-in around the window: tray, notifications, images, power, spelling and proxy.
 *
 * All of it writes down what it is told, in `told`; a test plays the system by emitting events.
 */
import { EventEmitter } from 'node:events'

/** What was called, with its arguments, oldest first. */
export const told: (readonly unknown[])[] = []

function tell(...words: readonly unknown[]): void {
  told.push(words)
}

function imageOf(bytes: Buffer, scaleFactor: number) {
  return {
    isEmpty: () => bytes.length === 0,
    toPNG: () => bytes,
    scaleFactor,
    setTemplateImage: (isTemplate: boolean) => tell('image.setTemplateImage', isTemplate),
  }
}

export const nativeImage = {
  createFromBuffer: (bytes: Buffer, { scaleFactor = 1 }: { readonly scaleFactor?: number } = {}) =>
    imageOf(bytes, scaleFactor),
}

export class Tray extends EventEmitter {
  static readonly shown: Set<Tray> = new Set()
  menu: readonly { label?: string; click?: () => void }[] = []
  toolTip = ''
  image: unknown
  constructor(image: unknown) {
    super()
    this.image = image
    Tray.shown.add(this)
  }
  setContextMenu(menu: Tray['menu']): void {
    this.menu = menu
  }
  setImage(image: unknown): void {
    this.image = image
  }
  setToolTip(text: string): void {
    this.toolTip = text
  }
  destroy(): void {
    Tray.shown.delete(this)
  }
}

interface NotificationOptions {
  readonly title: string
  readonly body: string
  readonly icon?: unknown
}

export class Notification extends EventEmitter {
  static readonly shown: Set<Notification> = new Set()
  static isSupported(): boolean {
    return true
  }
  readonly options: NotificationOptions
  constructor(options: NotificationOptions) {
    super()
    this.options = options
  }
  show(): void {
    Notification.shown.add(this)
  }
  close(): void {
    Notification.shown.delete(this)
    this.emit('close')
  }
}

export const powerMonitor = new EventEmitter()

export const powerSaveBlocker = {
  start(type: string): number {
    tell('powerSaveBlocker.start', type)
    return 7
  },
  stop: (id: number) => tell('powerSaveBlocker.stop', id),
}

/** The calls of a session besides those about permissions. */
export class ShellSession {
  readonly availableSpellCheckerLanguages: string[] = ['de', 'en-GB', 'en-US']
  /** What a PAC script would answer. */
  proxyList = 'DIRECT'
  setSpellCheckerEnabled(isOn: boolean): void {
    tell('session.setSpellCheckerEnabled', isOn)
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    tell('session.setSpellCheckerDictionaryDownloadURL', url)
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language))
    if (unknown !== undefined) throw new Error(`Invalid language code provided: "${unknown}"`)
    tell('session.setSpellCheckerLanguages', languages)
  }
  addWordToSpellCheckerDictionary(word: string): void {
    tell('session.addWordToSpellCheckerDictionary', word)
  }
  async setProxy(config: unknown): Promise<void> {
    tell('session.setProxy', config)
  }
  async resolveProxy(url: string): Promise<string> {
    tell('session.resolveProxy', url)
    return this.proxyList
  }
}

/** Calls of the application and of windows that are only written down. */
export const writtenDown = {
  app: {
    setBadgeCount: (count: number) => tell('app.setBadgeCount', count),
    setLoginItemSettings: (settings: unknown) => tell('app.setLoginItemSettings', settings),
  },
  window: {
    setProgressBar: (progress: number, options?: unknown) => tell('window.setProgressBar', progress, options),
    setOverlayIcon: (icon: unknown, words: string) => tell('window.setOverlayIcon', icon !== null, words),
  },
  contents: {
    startDrag: (item: unknown) => tell('contents.startDrag', item),
    replaceMisspelling: (word: string) => tell('contents.replaceMisspelling', word),
  },
}

/** Forgets what was told, and everything that is shown. */
export function resetShell(): void {
  told.length = 0
  Tray.shown.clear()
  Notification.shown.clear()
  powerMonitor.removeAllListeners()
}
