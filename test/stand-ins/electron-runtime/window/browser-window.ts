/**
 * `BrowserWindow`: a page of Chromium with the state and the events of a window around it.
 *
 * Nothing is drawn around the page; place, size and visibility are what the application was told. Assumed (electron.d.ts,
 * `BrowserWindow`): `close` can be prevented, `destroy` cannot; the last window's end emits `window-all-closed`.
 */
import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { app } from '../app/app.ts'
import { lastWindowClosed } from '../app/quitting.ts'
import { needsReady, record, windows } from '../runtime.ts'
import { strict } from '../strict.ts'
import { cancellable } from './popups.ts'
import { WebContents } from './web-contents.ts'

/** Where Electron opens a window of which nothing else is said (electron.d.ts, `width`, `height`). */
const DEFAULT_SIZE = { width: 800, height: 600 }
/** What the stand-in's pages are. Anything else would not be what is shown. */
const FENCES = { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false } as const

let lastId = 0

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return [...windows] as BrowserWindow[]
  }

  readonly id: number
  readonly webContents: WebContents
  /** As given; for tests. */
  readonly options: BrowserWindowConstructorOptions
  bounds: Rectangle
  visible: boolean
  focused = false
  minimized = false
  maximized = false
  destroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    needsReady('Cannot create BrowserWindow before app is ready')
    super()
    refuseOpenFences(options)
    lastId += 1
    this.id = lastId
    this.options = options
    this.visible = options.show ?? true
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, ...DEFAULT_SIZE }
    this.setBounds({
      width: options.width ?? DEFAULT_SIZE.width,
      height: options.height ?? DEFAULT_SIZE.height,
    })
    const self = strict('BrowserWindow', this)
    this.webContents = new WebContents(options.webPreferences?.preload ?? null)
    windows.add(self)
    app.emit('browser-window-created', {}, self)
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents.once('did-finish-load', () => self.emit('ready-to-show'))
    this.webContents.target.catch((error: Error) => record('chromium.failed', error.message))
    return self
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  reload(): void {
    this.webContents.reload()
  }

  close(): void {
    if (this.destroyed) return
    const event = cancellable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    windows.delete(this)
    void this.webContents.destroy()
    this.emit('closed')
    if (windows.size === 0) lastWindowClosed()
  }
  isDestroyed(): boolean {
    return this.destroyed
  }

  show(): void {
    this.showInactive()
    this.focus()
  }
  showInactive(): void {
    this.visible = true
    record('window.show')
    this.emit('show')
  }
  hide(): void {
    this.visible = false
    this.blur()
    this.emit('hide')
  }
  isVisible(): boolean {
    return this.visible
  }
  focus(): void {
    if (this.focused) return
    for (const window of BrowserWindow.getAllWindows()) window.blur()
    this.focused = true
    record('window.focus')
    this.emit('focus')
    app.emit('browser-window-focus', {}, this)
  }
  blur(): void {
    if (!this.focused) return
    this.focused = false
    this.emit('blur')
    app.emit('browser-window-blur', {}, this)
  }
  isFocused(): boolean {
    return this.focused
  }

  minimize(): void {
    this.minimized = true
    this.blur()
    this.emit('minimize')
  }
  restore(): void {
    this.minimized = false
    this.emit('restore')
  }
  isMinimized(): boolean {
    return this.minimized
  }
  maximize(): void {
    this.maximized = true
    this.emit('maximize')
  }
  isMaximized(): boolean {
    return this.maximized
  }

  setBounds(bounds: Partial<Rectangle>): void {
    const { minWidth = 0, minHeight = 0 } = this.options
    const next = { ...this.bounds, ...bounds }
    this.bounds = { ...next, width: Math.max(minWidth, next.width), height: Math.max(minHeight, next.height) }
  }
  getNormalBounds(): Rectangle {
    return { ...this.bounds }
  }
  center(): void {
    record('window.center')
  }
  setProgressBar(progress: number, options: object = {}): void {
    record('window.setProgressBar', { progress, ...options })
  }
  setOverlayIcon(icon: object | null, description: string): void {
    record('window.setOverlayIcon', { has: icon !== null, description })
  }
}

function refuseOpenFences({ webPreferences = {} }: BrowserWindowConstructorOptions): void {
  for (const [name, wanted] of Object.entries(FENCES)) {
    const value = { ...FENCES, ...webPreferences }[name as keyof typeof FENCES]
    if (value !== wanted) throw new Error(`The stand-in has only windows with ${name}: ${wanted}.`)
  }
}
