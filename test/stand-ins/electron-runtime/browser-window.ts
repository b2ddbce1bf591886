/**
 * `BrowserWindow`: a page of Chromium with the state and the events of a window around it.
 *
 * Nothing is drawn around the page; place, size and visibility are what the application was told. Assumed (electron.d.ts,
 * `BrowserWindow`): `close` can be prevented, `destroy` cannot; the last window's end emits `window-all-closed`; `ready-to-show`
 * comes with the first paint of each document, before or after it is loaded.
 */
import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { app, lastWindowClosed } from './app.ts'
import { cancellable, needsReady, record, runtime, strict, windows } from './runtime.ts'
import { WebContents } from './web-contents.ts'

/** What the stand-in's pages are. Anything else would not be what is shown. */
const FENCES = { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false } as const

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return [...windows] as BrowserWindow[]
  }

  readonly webContents: WebContents
  readonly bounds: Rectangle
  focused = false
  visible = false
  minimized = false
  maximized = false
  destroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    needsReady('Cannot create BrowserWindow before app is ready')
    super()
    for (const [name, wanted] of Object.entries(FENCES)) {
      const value = { ...FENCES, ...options.webPreferences }[name as keyof typeof FENCES]
      if (value !== wanted) throw new Error(`The stand-in has only windows with ${name}: ${wanted}.`)
    }
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.bounds = { x, y, width, height }
    const self = strict('BrowserWindow', this)
    this.webContents = new WebContents(options.webPreferences?.preload ?? null)
    windows.add(self)
    app.emit('browser-window-created', {}, self)
    app.emit('web-contents-created', {}, this.webContents)
    // Of every document, and on the next tick (lib/browser/api/web-contents.ts, `ready-to-show`).
    this.webContents.on('ready-to-show', () => {
      if (!this.destroyed && (this.visible || runtime.config.paintsHidden)) {
        process.nextTick(() => self.emit('ready-to-show'))
      }
    })
    this.webContents.target.catch((error: Error) => record('chromium.failed', error.message))
    return self
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
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
    record('window.show')
    this.visible = true
    this.emit('show')
    this.focus()
  }
  hide(): void {
    record('window.hide')
    this.visible = false
    this.blur()
    this.emit('hide')
  }
  isVisible(): boolean {
    return this.visible
  }
  isFullScreen(): boolean {
    return false
  }
  focus(): void {
    if (this.focused) return
    for (const window of BrowserWindow.getAllWindows()) window.blur()
    this.focused = true
    record('window.focus')
    this.emit('focus')
  }
  blur(): void {
    if (!this.focused) return
    this.focused = false
    this.emit('blur')
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

  getNormalBounds(): Rectangle {
    return { ...this.bounds }
  }
  flashFrame(isOn: boolean): void {
    record('window.flashFrame', isOn)
  }
  setProgressBar(progress: number, options: object = {}): void {
    record('window.setProgressBar', { progress, ...options })
  }
  setOverlayIcon(icon: object | null, description: string): void {
    record('window.setOverlayIcon', { has: icon !== null, description })
  }
}
