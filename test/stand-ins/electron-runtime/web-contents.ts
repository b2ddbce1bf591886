/**
 * `WebContents`: what an application sees of a page; and `ipcMain`, the handlers that the page's calls reach.
 *
 * Owns the events and their order. Assumed (electron.d.ts, `WebContents`): `send` clones its arguments and throws for what
 * cannot be cloned; `preload-error` names the file and the error; `render-process-gone` says why; `loadURL` resolves
 * with `did-finish-load` and rejects with `did-fail-load`, or where the contents are destroyed before. Assumed (`IpcMain.handle`, `ipcRenderer.invoke`): one handler a channel;
 * arguments and answers are cloned by the structured clone algorithm, so that functions and promises "will throw an exception"; of an
 * error only the message reaches the page, after "Error invoking remote method '<channel>': ".
 */
import { EventEmitter } from 'node:events'
import { createCodec } from './main-world.ts'
import { guardNavigation, type NavigationEvent } from './navigation.ts'
import { WebFrame, openPageTarget, type PageTarget } from './page-target.ts'
import type { ToMain } from './preload-world.ts'
import { cancellable, record, strict, toChromium } from './runtime.ts'
import { defaultSession, applyPermissions } from './session.ts'
import { emulateTheme, forgetTheme } from './system.ts'

type Handler = (event: object, ...args: unknown[]) => unknown
type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' }

const codec = createCodec()
const handlers = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    handlers.delete(channel)
  }
}

export const ipcMain = strict('ipcMain', new IpcMain())

type Result = { readonly value: string } | { readonly error: string }

/** Runs the handler of `channel` with `args`, text of the codec; the answer is text again. Never rejects. */
async function invoke(event: object, channel: string, args: string): Promise<Result> {
  try {
    const handler = handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return { value: codec.encode(await handler(event, ...(codec.decode(args) as unknown[]))) }
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}

export class WebContents extends EventEmitter {
  readonly mainFrame = new WebFrame()
  readonly session = defaultSession
  readonly target: Promise<PageTarget>
  openHandler: OpenHandler | null = null
  destroyed = false
  loading: PromiseWithResolvers<void> | null = null

  constructor(preload: string | null) {
    super()
    const self = strict('webContents', this)
    this.target = openPageTarget({
      preload,
      mainFrame: this.mainFrame,
      onMessage: (message) => self.receive(message, preload ?? ''),
    })
    this.target.then(
      (target) => watch(self, target),
      () => undefined,
    )
    return self
  }

  receive(message: ToMain, preload: string): void {
    if (message.do === 'failed') {
      const error = Object.assign(new Error(message.message), { stack: message.stack })
      this.emit('preload-error', {}, preload, error)
      return
    }
    const { id, channel, args } = message
    const event = { sender: this, senderFrame: this.mainFrame }
    void invoke(event, channel, args).then(async (answer) =>
      (await this.target).tell({ do: 'answer', id, ...answer }),
    )
  }

  send(channel: string, ...args: unknown[]): void {
    const text = codec.encode(args)
    void this.target.then(
      (target) => target.tell({ do: 'message', channel, args: text }),
      () => undefined,
    )
  }

  async loadURL(address: string): Promise<void> {
    const target = await this.target
    await applyPermissions(this, target.session, address)
    const loading = Promise.withResolvers<void>()
    this.loading = loading
    loading.promise.catch(() => undefined)
    const { errorText } = await target.session.send('Page.navigate', { url: toChromium(address) })
    if (errorText !== undefined) {
      const code = errorText.replace('net::', '')
      this.emit('did-fail-load', {}, -2, code, address, true)
      loading.reject(Object.assign(new Error(`${code} (-2) loading '${address}'`), { code, url: address }))
    }
    await loading.promise
  }

  reload(): void {
    void this.target.then(({ session }) => session.send('Page.reload')).catch(() => undefined)
  }

  /** @throws Error what the script throws, as text. */
  async executeJavaScript(expression: string, userGesture = false): Promise<unknown> {
    const { session } = await this.target
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  getURL(): string {
    return this.mainFrame.url
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  isLoading(): boolean {
    return this.loading !== null
  }
  replaceMisspelling(word: string): void {
    record('webContents.replaceMisspelling', word)
  }
  /** Electron throws for a drag without an image (electron.d.ts, `Item.icon`). */
  startDrag(item: { file?: string; files?: string[]; icon: { isEmpty(): boolean } | string }): void {
    const isEmpty = typeof item.icon === 'string' ? item.icon === '' : item.icon.isEmpty()
    if (isEmpty) throw new Error("Must specify non-empty 'icon' option")
    record('webContents.startDrag', { file: item.file, files: item.files })
  }

  /** The page goes; called by its window. */
  async destroy(): Promise<void> {
    if (this.destroyed) return
    this.destroyed = true
    forgetTheme(this)
    this.emit('destroyed')
    this.loading?.reject(new Error(`ERR_FAILED (-2) loading '${this.getURL()}'`))
    await this.target.then((target) => target.close()).catch(() => undefined)
  }
}

async function watch(contents: WebContents, { session }: PageTarget): Promise<void> {
  session.on('Page.loadEventFired', () => {
    contents.emit('did-finish-load', {})
    contents.loading?.resolve()
    contents.loading = null
  })
  session.on('Inspector.targetCrashed', () => {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  })
  // Electron waits for the first layout that is not empty (shell/renderer/electron_render_frame_observer.cc,
  // `DidMeaningfulLayout`); of that DevTools tell nothing, and the paint of it comes a moment later.
  session.on('Page.lifecycleEvent', ({ frameId, name }) => {
    if (name === 'firstContentfulPaint' && frameId === contents.mainFrame.frameId)
      contents.emit('ready-to-show')
  })
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true })
  await session.send('Inspector.enable')
  emulateTheme(contents, session)
  await guardNavigation(session, {
    mainFrameId: contents.mainFrame.frameId,
    prevents: (navigation) => prevents(contents, navigation),
    deniesWindow: (details) => {
      const answer = contents.openHandler?.({ ...details, referrer: { url: '', policy: 'default' } })
      if (answer?.action === 'deny') return true
      throw new Error('The stand-in makes no windows but those of the application.')
    },
  })
}

function prevents(contents: WebContents, { kind, url, isMainFrame }: NavigationEvent): boolean {
  const event = Object.assign(cancellable(), { url, isMainFrame, isSameDocument: false })
  contents.emit(kind, event)
  record(`webContents.${kind}`, { url, prevented: event.defaultPrevented })
  return event.defaultPrevented
}
