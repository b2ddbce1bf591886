/**
 * The parts of the `electron` stand-in around the window: tray, notifications, images, power, spelling, proxy and keychain.
 *
 * All of it writes down what it is told, in `told`; a test plays the system by emitting events, and a keychain that is locked, reset
 * or gone by `standIn.encryption`.
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
  /** On Windows the question alone writes a shortcut to the program into the Start menu. */
  static isSupported(): boolean {
    tell('Notification.isSupported')
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

/**
 * The updater of macOS. Assumed (Electron's source, auto_updater_mac.mm and electron_api_auto_updater.cc): nothing happens without
 * a feed; a check fetches what the feed names and has it unpacked and its signature checked, one check at a time, and says
 * `update-downloaded` after that. `quitAndInstall` says `before-quit-for-update`, and starts what is prepared.
 */
class AutoUpdater extends EventEmitter {
  /** Ended by a test: the signature is right, or not. */
  unpacking: PromiseWithResolvers<void> = Promise.withResolvers()
  fetched: Buffer | null = null
  #feed: { readonly url: string; readonly headers: Record<string, string> } | null = null
  #isPrepared = false
  setFeedURL(feed: { readonly url: string; readonly headers: Record<string, string> }): void {
    this.#feed = feed
  }
  checkForUpdates(): void {
    if (this.#feed !== null) void this.#prepare(this.#feed.url, this.#feed.headers)
  }
  async #prepare(address: string, headers: Record<string, string>): Promise<void> {
    this.emit('checking-for-update')
    try {
      const found = (await (await fetch(address, { headers })).json()) as { url: string }
      this.emit('update-available')
      this.fetched = Buffer.from(await (await fetch(found.url)).arrayBuffer())
      await this.unpacking.promise
      this.#isPrepared = true
      this.emit('update-downloaded')
    } catch (error) {
      this.emit('error', error)
    }
  }
  quitAndInstall(): void {
    tell('autoUpdater.before-quit-for-update')
    this.emit('before-quit-for-update')
    if (this.#isPrepared) tell('autoUpdater.relaunch')
    else this.emit('error', new Error("No update available, can't quit and install"))
  }
  /** As in a process that has just started. */
  reset(): void {
    this.removeAllListeners()
    this.unpacking = Promise.withResolvers()
    this.fetched = null
    this.#feed = null
    this.#isPrepared = false
  }
}

export const autoUpdater = new AutoUpdater()

/** Calls of the application and of windows that are only written down. */
export const writtenDown = {
  app: {
    setBadgeCount: (count: number) => tell('app.setBadgeCount', count),
    dock: {
      bounce: (type: string) => {
        tell('dock.bounce', type)
        return 3
      },
      setMenu: (menu: unknown) => tell('dock.setMenu', menu),
      cancelBounce: (id: number) => tell('dock.cancelBounce', id),
    },
    setUserTasks: (tasks: unknown) => tell('app.setUserTasks', tasks),
    addRecentDocument: (path: string) => tell('app.addRecentDocument', path),
    setLoginItemSettings: (settings: unknown) => tell('app.setLoginItemSettings', settings),
  },
  window: {
    flashFrame: (isOn: boolean) => tell('window.flashFrame', isOn),
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
  autoUpdater.reset()
}

/** What a test plays of the system's protection. */
export function createEncryption() {
  return {
    available: true as boolean | Error,
    backend: 'gnome_libsecret' as string | Error,
    /** Part of every ciphertext: another key cannot decrypt it. */
    key: 'k1',
    /** Decrypts still, and what it encrypted is asked to be encrypted again. */
    formerKey: null as string | null,
    usesPlainText: false,
    /** How Chromium on Linux marks a ciphertext: v10 for the password everybody knows, v11 for a keychain's key. */
    mark: null as string | null,
    fails: { encrypt: false, decrypt: false },
    /** A locked keychain whose user is away. */
    isSilent: false,
  }
}

type Encryption = ReturnType<typeof createEncryption>

/** The asynchronous calls alone: the others are deprecated, and nothing may use them. `current` is asked at every call. */
export function createSafeStorage(current: () => Encryption) {
  function isUnlocked(): boolean {
    const { available, backend, usesPlainText } = current()
    return available === true && (backend !== 'basic_text' || usesPlainText)
  }
  function keychainResult<Result>(answer: Result): Promise<Result> {
    return current().isSilent ? new Promise(() => undefined) : Promise.resolve(answer)
  }
  return {
    isAsyncEncryptionAvailable: async () =>
      orThrow(current().available) && (await keychainResult(isUnlocked())),
    getSelectedStorageBackend: () => orThrow(current().backend),
    setUsePlainTextEncryption: (usesPlainText: boolean) => void (current().usesPlainText = usesPlainText),
    async encryptStringAsync(text: string) {
      const { key, mark, fails, backend } = current()
      if (fails.encrypt || !isUnlocked()) throw new Error('Error while encrypting the text provided.')
      const prefix = mark ?? (backend === 'basic_text' ? 'v10' : 'v11')
      return keychainResult(Buffer.from(`${prefix}:${key}:${Buffer.from(text).toString('hex')}`))
    },
    async decryptStringAsync(ciphertext: Buffer) {
      const { key, formerKey, fails } = current()
      const [, usedKey, hex = ''] = ciphertext.toString().split(':')
      const isKnown = usedKey === key || (formerKey !== null && usedKey === formerKey)
      if (fails.decrypt || !isKnown || !isUnlocked()) {
        throw new Error('Error while decrypting the ciphertext provided.')
      }
      return keychainResult({ result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: usedKey !== key })
    },
  }
}

function orThrow<Value>(value: Value | Error): Value {
  if (value instanceof Error) throw value
  return value
}
