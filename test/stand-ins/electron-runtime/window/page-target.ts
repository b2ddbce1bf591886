/**
 * A page of Chromium with a preload in it: worlds, frames, and messages between preload and main process.
 *
 * Owns the DevTools side. What Electron makes of it is `web-contents.ts`'s business.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import type { Session } from '../cdp.ts'
import { createCodec } from '../preload/codec.ts'
import { createCrossroads, enterMainWorld } from '../preload/main-world.ts'
import {
  enterPreloadWorld,
  type PreloadWorld,
  type ToMain,
  type ToPreload,
} from '../preload/preload-world.ts'
import { chromium, runtime } from '../runtime.ts'
import { makingPage } from './popups.ts'
import { fromChromium } from '../config.ts'

const WORLD = 'electron-preload'
/** The two scripts that every document of a window begins with, as text. */
const SHARED = `${createCodec.toString()}, ${createCrossroads.toString()}`

export interface PageTarget {
  readonly targetId: string
  readonly session: Session
  frame(id: string): WebFrame | undefined
  /** To the preload of the main frame's document. Lost where that document is gone, as in Electron. */
  tell(message: ToPreload): void
  close(): Promise<void>
}

interface PageTargetOptions {
  /** The preload's file, or null. */
  readonly preload: string | null
  /** Known to the application before there is a page; gets its id here. */
  readonly mainFrame: WebFrame
  onMessage(message: ToMain, frame: WebFrame): void
}

/** A page on about:blank, whose every further document begins with the preload. */
export async function openPageTarget({
  preload,
  mainFrame,
  onMessage,
}: PageTargetOptions): Promise<PageTarget> {
  const { connection } = chromium()
  const { targetId } = await makingPage(() =>
    connection.browser.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
  )
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  const binding = `electron_${randomUUID().replaceAll('-', '')}`
  const receiver = `${binding}_receive`
  const frames = new Map<string, WebFrame>()
  let context: number | null = null

  function frameOf(state: FrameState): WebFrame {
    const known = frames.get(state.id)
    if (known) return known
    const made = new WebFrame(state.id, frames.get(state.parentId ?? '') ?? null, frames.size + 1)
    frames.set(state.id, made)
    return made
  }

  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
    frameOf({ id: frameId, parentId: parentFrameId, url: '', securityOrigin: '' })
  })
  session.on('Page.frameNavigated', ({ frame }) => frameOf(frame).show(frame))
  session.on('Page.frameDetached', ({ frameId, reason }) => {
    const frame = frames.get(frameId)
    if (reason === 'swap' || frame === undefined || frame === mainFrame) return
    frame.detached = true
    frames.delete(frameId)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    const frame = frames.get(frameId)
    if (frame) frame.show({ id: frameId, url, securityOrigin: frame.origin, name: frame.name })
  })
  session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
    const { frameId } = (auxData ?? {}) as { frameId?: string }
    if (name === WORLD && frameId === mainFrame.frameId) context = id
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (context === executionContextId) context = null
  })
  session.on('Runtime.executionContextsCleared', () => (context = null))
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== binding || executionContextId !== context) return
    onMessage(JSON.parse(payload) as ToMain, mainFrame)
  })

  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  mainFrame.frameId = frameTree.frame.id
  frames.set(mainFrame.frameId, mainFrame)
  await session.send('Runtime.enable')
  if (preload !== null) await addPreload(session, preload, { binding, receiver })

  return {
    targetId,
    session,
    frame: (id) => frames.get(id),
    tell(message) {
      if (context === null) return
      const expression = `globalThis[${JSON.stringify(receiver)}](${JSON.stringify(JSON.stringify(message))})`
      void session.send('Runtime.evaluate', { contextId: context, expression }).catch(() => undefined)
    },
    close: async () => {
      await connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined)
    },
  }
}

async function addPreload(
  session: Session,
  preload: string,
  names: { readonly binding: string; readonly receiver: string },
): Promise<void> {
  const channel = randomUUID()
  const world = {
    ...names,
    channel,
    platform: process.platform,
    versions: { electron: process.versions['electron'] ?? '', chrome: process.versions['chrome'] ?? '' },
  }
  await session.send('Runtime.addBinding', { name: names.binding, executionContextName: WORLD })
  // In this order: the page's side listens before the preload exposes anything.
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource(channel) })
  const source = preloadSource(world, readPreload(preload))
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD })
}

/** The preload's text, or one that throws what is wrong with it, so that it fails where Electron's does. */
function readPreload(path: string): string {
  try {
    const text = readFileSync(path, 'utf8')
    // A sandboxed preload is no module (Electron's documentation, "ES Modules in Electron", "Sandboxed preload scripts").
    compileFunction(text)
    return text
  } catch (error) {
    return `throw new Error(${JSON.stringify(error instanceof Error ? error.message : String(error))})`
  }
}

/** For the page's own world. */
function mainWorldSource(channel: string): string {
  return `(${enterMainWorld.toString()})(${SHARED}, ${JSON.stringify(channel)})`
}

/** For the isolated world: the built preload as a function, evaluated nowhere else. */
function preloadSource(world: PreloadWorld, preload: string): string {
  const body = `function (require, module, exports, process) {\n${preload}\n}`
  return `(${enterPreloadWorld.toString()})(${SHARED}, ${JSON.stringify(world)}, ${body})`
}

/**
 * What the DevTools protocol says of a frame (Page.Frame).
 *
 * Assumed (electron.d.ts, `WebFrameMain.origin`): the origin of the document that the frame shows, "null" for an opaque one;
 * about:blank inherits the origin of its opener.
 */
interface FrameState {
  readonly id: string
  readonly parentId?: string
  readonly url: string
  readonly securityOrigin: string
  readonly name?: string
}

export class WebFrame {
  frameId: string
  readonly parent: WebFrame | null
  url = ''
  origin = 'null'
  name = ''
  detached = false
  readonly processId = 1
  readonly routingId: number
  /** Known to Electron as the main frame's own. */
  get top(): WebFrame {
    return this.parent?.top ?? this
  }
  constructor(frameId: string, parent: WebFrame | null, routingId: number) {
    this.frameId = frameId
    this.parent = parent
    this.routingId = routingId
  }
  isDestroyed(): boolean {
    return this.detached
  }
  show({ url, securityOrigin, name = '' }: FrameState): void {
    this.url = fromChromium(url, runtime.schemes)
    const origin = fromChromium(securityOrigin, runtime.schemes)
    this.origin = origin === '://' || origin === '' ? 'null' : origin
    this.name = name
  }
}
