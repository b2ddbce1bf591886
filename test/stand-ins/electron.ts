/**
 * Stands in for the `electron` module in unit tests: records what it is told and lets a test play the system.
 *
 * Shapes follow electron.d.ts of the pinned version. One set of objects per test file, put back by `resetElectron`.
 */
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import {
  resetShell,
  ShellSession,
  told,
  writtenDown,
  createEncryption,
  createSafeStorage,
} from './electron-shell.ts'

export {
  autoUpdater,
  nativeImage,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  Tray,
} from './electron-shell.ts'

type Handler = (...args: readonly unknown[]) => unknown

class StandInContents extends EventEmitter {
  readonly mainFrame = { origin: 'atelier://app', url: 'atelier://app/', parent: null }
  readonly sent: unknown[] = []
  readonly startDrag = writtenDown.contents.startDrag
  readonly replaceMisspelling = writtenDown.contents.replaceMisspelling
  readonly session = session.defaultSession
  openHandler: ((details: { url: string }) => unknown) | null = null
  reloads = 0
  reload(): void {
    this.reloads += 1
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.openHandler = handler
  }
  send(...message: readonly unknown[]): void {
    this.sent.push(message)
  }
}

export class BrowserWindow extends EventEmitter {
  static last: BrowserWindow | null = null
  readonly webContents = new StandInContents()
  readonly calls: string[] = []
  readonly options: unknown
  bounds = { x: 10, y: 20, width: 900, height: 700 }
  maximized = false
  minimized = false
  destroyed = false
  focused = false
  visible = true
  fullScreen = false
  readonly flashFrame = writtenDown.window.flashFrame
  readonly setProgressBar = writtenDown.window.setProgressBar
  readonly setOverlayIcon = writtenDown.window.setOverlayIcon
  constructor(options: unknown) {
    super()
    this.options = options
    BrowserWindow.last = this
  }
  maximize(): void {
    this.calls.push('maximize')
  }
  show(): void {
    this.calls.push('show')
    this.visible = true
  }
  hide(): void {
    this.calls.push('hide')
    this.visible = false
  }
  focus(): void {
    this.calls.push('focus')
  }
  setFullScreen(isOn: boolean): void {
    this.calls.push(`setFullScreen ${isOn}`)
    this.fullScreen = isOn
  }
  isFullScreen(): boolean {
    return this.fullScreen
  }
  isVisible(): boolean {
    return this.visible
  }
  restore(): void {
    this.calls.push('restore')
  }
  close(): void {
    this.calls.push('close')
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  getNormalBounds(): object {
    return this.bounds
  }
  /** As Electron does: without `close`, and a page that is still loading fails to load. */
  destroy(): void {
    this.destroyed = true
    this.webContents.emit('destroyed')
    this.emit('closed')
  }
  async loadURL(url: string): Promise<void> {
    this.calls.push(`loadURL ${url}`)
    if (standIn.isLoadingHeld) await this.#heldLoad(url)
    this.webContents.emit('did-finish-load')
    if (standIn.paintsHidden) process.nextTick(() => this.emit('ready-to-show'))
  }
  /** Ends only with the window (lib/browser/api/web-contents.ts, `_awaitNextLoad`: `destroyed`). */
  #heldLoad(url: string): Promise<never> {
    return new Promise((_, reject) => {
      this.webContents.once('destroyed', () => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
    })
  }
}

class StandInIpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>()
  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }
}

class StandInIpcRenderer extends EventEmitter {
  readonly invoked: (readonly unknown[])[] = []
  async invoke(...args: readonly unknown[]): Promise<unknown> {
    this.invoked.push(args)
    return { ok: true, data: null }
  }
}

class StandInApp extends EventEmitter {
  readonly calls: string[] = []
  readonly isPackaged = true
  hasLock = true
  isReady = false
  systemLanguages: readonly string[] = ['en-US']
  userModelId = ''
  readonly commandLine = {
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
    appendSwitch: (name: string, value = '') => void this.calls.push(`appendSwitch ${name} ${value}`),
  }
  readonly setBadgeCount = writtenDown.app.setBadgeCount
  readonly setUserTasks = writtenDown.app.setUserTasks
  readonly addRecentDocument = writtenDown.app.addRecentDocument
  readonly dock = writtenDown.app.dock
  readonly setLoginItemSettings = writtenDown.app.setLoginItemSettings
  getName(): string {
    return 'Atelier'
  }
  getPreferredSystemLanguages(): readonly string[] {
    return this.systemLanguages
  }
  setAppUserModelId(id: string): void {
    this.userModelId = id
  }
  disableHardwareAcceleration(): void {
    this.calls.push('disableHardwareAcceleration')
  }
  enableSandbox(): void {
    this.calls.push('enableSandbox')
  }
  setPath(name: string, path: string): void {
    this.calls.push(`setPath ${name} ${path}`)
  }
  getPath(name: string): string {
    return `/standard/${name}`
  }
  requestSingleInstanceLock(): boolean {
    this.calls.push('requestSingleInstanceLock')
    return this.hasLock
  }
  releaseSingleInstanceLock(): void {
    this.calls.push('releaseSingleInstanceLock')
  }
  async whenReady(): Promise<void> {
    this.calls.push('whenReady')
    this.isReady = true
  }
  quit(): void {
    this.calls.push('quit')
  }
  exit(code: number): void {
    this.calls.push(`exit ${code}`)
  }
}

class StandInUtilityProcess extends EventEmitter {
  readonly stdout = new PassThrough()
  readonly received: unknown[] = []
  postMessage(message: unknown): void {
    this.received.push(message)
  }
  kill(): boolean {
    this.stdout.end()
    return this.emit('exit', 0)
  }
}

class StandInSession extends ShellSession {
  permissionRequest: Handler | null = null
  permissionCheck: Handler | null = null
  devicePermission: Handler | null = null
  setPermissionRequestHandler(handler: Handler): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler): void {
    this.devicePermission = handler
  }
}

/** What the tests set and read; `resetElectron` puts it back. */
function createState() {
  return {
    exposed: new Map<string, Record<string, Handler>>(),
    schemes: [] as unknown[],
    protocolHandlers: new Map<string, (request: Request) => Promise<Response>>(),
    opened: [] as string[],
    revealed: [] as string[],
    copied: [] as unknown[],
    menus: [] as unknown[],
    /** What the user chooses in a dialog; nothing when it is closed. */
    chosen: [] as string[],
    dialogs: [] as unknown[],
    errorBoxes: [] as (readonly [title: string, content: string])[],
    forks: [] as { readonly args: readonly unknown[]; readonly process: StandInUtilityProcess }[],
    encryption: createEncryption(),
    /** Buttons that the user presses in message boxes, by their number; none closes the box. */
    presses: [] as number[],
    /** The box below a message is ticked. */
    isChecked: false,
    /** Whether a window is painted before it is shown, as some compositors of Wayland do not. */
    paintsHidden: true,
    /** Pages do not come. */
    isLoadingHeld: false,
    displays: [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }],
  }
}

export const standIn = createState()
export const ipcMain = new StandInIpcMain()
export const ipcRenderer = new StandInIpcRenderer()
export const session = { defaultSession: new StandInSession() }
export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: true }
export const screen = { getAllDisplays: () => standIn.displays }

export const app = new StandInApp()
Object.assign(process, { resourcesPath: '/nowhere' })

export const dialog = {
  showOpenDialog: async (...args: readonly unknown[]) => {
    standIn.dialogs.push(args.at(-1))
    return { canceled: standIn.chosen.length === 0, filePaths: standIn.chosen }
  },
  showSaveDialog: async (...args: readonly unknown[]) => {
    standIn.dialogs.push(args.at(-1))
    return { canceled: standIn.chosen.length === 0, filePath: standIn.chosen[0] ?? '' }
  },
  showMessageBox: async (...args: readonly unknown[]) => {
    const options = args.at(-1) as { cancelId?: number }
    standIn.dialogs.push(options)
    return { response: standIn.presses.shift() ?? options.cancelId ?? 0, checkboxChecked: standIn.isChecked }
  },
  /** Before `ready` it shows nothing on Linux: electron.d.ts, `Dialog`. */
  showErrorBox: (title: string, content: string) =>
    void (app.isReady && standIn.errorBoxes.push([title, content])),
}

export const utilityProcess = {
  fork(...args: readonly unknown[]) {
    const process = new StandInUtilityProcess()
    standIn.forks.push({ args, process })
    return process
  },
}

export const contextBridge = {
  exposeInMainWorld: (name: string, api: Record<string, Handler>) => void standIn.exposed.set(name, api),
}

/** Paths of files, as Chromium knows them; none of one that a page has made. */
export const filePaths = new WeakMap<Blob, string>()

export const webUtils = {
  getPathForFile: (file: unknown) => {
    if (!(file instanceof Blob)) {
      throw new TypeError('getPathForFile expected to receive a File object but one was not provided')
    }
    return filePaths.get(file) ?? ''
  },
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly unknown[]) => void standIn.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
    void standIn.protocolHandlers.set(scheme, handler),
  unhandle: (scheme: string) => void standIn.protocolHandlers.delete(scheme),
}

export class ClipboardItem {
  readonly items: Readonly<Record<string, Blob>>
  constructor(items: Readonly<Record<string, Blob>>) {
    this.items = items
  }
}

export const clipboard = {
  writeText: async (text: string) => void standIn.copied.push(text),
  write: async (items: readonly ClipboardItem[]) =>
    void standIn.copied.push(...items.map(({ items }) => items)),
}

export const shell = {
  openExternal: async (url: string) => void standIn.opened.push(url),
  showItemInFolder: (path: string) => void standIn.revealed.push(path),
}

export const Menu = {
  buildFromTemplate: (template: readonly unknown[]) =>
    Object.assign([...template], { popup: () => void told.push(['menu.popup', template]) }),
  setApplicationMenu: (menu: unknown) => void standIn.menus.push(menu),
}

export const safeStorage = createSafeStorage(() => standIn.encryption)

export function resetElectron(): void {
  Object.assign(standIn, createState())
  resetShell()
  app.removeAllListeners()
  app.calls.length = 0
  ipcMain.handlers.clear()
  ipcMain.removeAllListeners()
  ipcRenderer.invoked.length = 0
  ipcRenderer.removeAllListeners()
  session.defaultSession = new StandInSession()
  Object.assign(nativeTheme, { themeSource: 'system', shouldUseDarkColors: true })
  BrowserWindow.last = null
}
