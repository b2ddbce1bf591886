/**
 * `WebContents`: what an application sees of a page.
 *
 * Owns the events and their order. Assumed (electron.d.ts, `WebContents`): `send` clones its arguments and throws for what
 * cannot be cloned; `preload-error` names the file and the error; `render-process-gone` says why; `loadURL` resolves
 * with `did-finish-load` and rejects with `did-fail-load`.
 */
import { EventEmitter } from 'node:events'
import { toChromium } from '../config.ts'
import { invoke, ipcMain } from '../ipc-main.ts'
import { createCodec } from '../preload/codec.ts'
import type { ToMain } from '../preload/preload-world.ts'
import { record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'
import { defaultSession, applyPermissions } from '../session/session.ts'
import { emulateTheme, forgetTheme } from '../system/native-theme.ts'
import { cancellable } from './popups.ts'
import { WebFrame, openPageTarget, type PageTarget } from './page-target.ts'
import { guardNavigation, holdRequests, type NavigationEvent } from './navigation.ts'

type OpenHandler = (details: object) => { readonly action: 'allow' | 'deny' }

const codec = createCodec()
let lastId = 0

/** Emits events of WebContents under `name`. */
export class WebContents extends EventEmitter {
  readonly id: number
  readonly mainFrame = new WebFrame('', null, 1)
  readonly session = defaultSession
  readonly target: Promise<PageTarget>
  openHandler: OpenHandler | null = null
  destroyed = false
  loading: PromiseWithResolvers<void> | null = null

  constructor(preload: string | null) {
    super()
    lastId += 1
    this.id = lastId
    const self = strict('webContents', this)
    this.target = openPageTarget({
      preload,
      mainFrame: this.mainFrame,
      onMessage: (message, frame) => self.receive(message, frame, preload ?? ''),
    })
    this.target.then(
      (target) => watch(self, target),
      () => undefined,
    )
    return self
  }

  receive(message: ToMain, frame: WebFrame, preload: string): void {
    if (message.do === 'failed') {
      this.emit(
        'preload-error',
        {},
        preload,
        Object.assign(new Error(message.message), { stack: message.stack }),
      )
      return
    }
    // Assumed (electron.d.ts, `IpcMainInvokeEvent.senderFrame`): null once the frame has navigated or is gone.
    const event = Object.assign(cancellable(), {
      sender: this,
      senderFrame: frame,
      frameId: frame.routingId,
      processId: frame.processId,
      type: 'frame',
    })
    const { channel, args } = message
    if (message.do === 'send') return void ipcMain.emit(channel, event, ...(codec.decode(args) as unknown[]))
    const { id } = message
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
    await holdRequests(target.session)
    const loading = Promise.withResolvers<void>()
    this.loading = loading
    loading.promise.catch(() => undefined)
    this.emit('did-start-loading', {})
    const url = toChromium(address, runtime.schemes)
    const { errorText } = await target.session.send('Page.navigate', { url })
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
  focus(): void {
    record('webContents.focus')
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
    this.mainFrame.detached = true
    forgetTheme(this)
    this.emit('destroyed')
    await this.target.then((target) => target.close()).catch(() => undefined)
  }
}

async function watch(contents: WebContents, target: PageTarget): Promise<void> {
  const { session } = target
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) contents.emit('did-navigate', {}, contents.getURL(), 200, 'OK')
  })
  session.on('Page.navigatedWithinDocument', ({ frameId }) => {
    const isMainFrame = frameId === contents.mainFrame.frameId
    contents.emit('did-navigate-in-page', {}, target.frame(frameId)?.url ?? '', isMainFrame)
  })
  session.on('Page.domContentEventFired', () => contents.emit('dom-ready', {}))
  session.on('Page.loadEventFired', () => {
    contents.emit('did-finish-load', {})
    contents.loading?.resolve()
    contents.loading = null
    contents.emit('did-stop-loading', {})
  })
  session.on('Inspector.targetCrashed', () => {
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
  })
  await session.send('Inspector.enable')
  emulateTheme(contents, session)
  await guardNavigation(session, {
    mainFrameId: contents.mainFrame.frameId,
    prevents: (navigation) => prevents(contents, target, navigation),
    deniesWindow: (details) => {
      const answer = contents.openHandler?.({ ...details, referrer: { url: '', policy: 'default' } })
      if (answer?.action === 'deny') return true
      throw new Error('The stand-in makes no windows but those of the application.')
    },
  })
}

function prevents(
  contents: WebContents,
  target: PageTarget,
  { kind, url, frameId, isMainFrame }: NavigationEvent,
) {
  const event = Object.assign(cancellable(), {
    url,
    isMainFrame,
    isSameDocument: false,
    frame: target.frame(frameId) ?? null,
    initiator: contents.mainFrame,
  })
  contents.emit(kind, event)
  record(`webContents.${kind}`, { url, prevented: event.defaultPrevented })
  return event.defaultPrevented
}
