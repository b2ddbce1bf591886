/**
 * A page of Chromium with a preload in it: worlds, the main frame, and messages between preload and main process.
 *
 * Owns the DevTools side. What Electron makes of it is `web-contents.ts`'s business.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import type { Session } from './chromium.ts'
import { createCodec, createCrossroads, enterMainWorld } from './main-world.ts'
import { enterPreloadWorld, type PreloadWorld, type ToMain, type ToPreload } from './preload-world.ts'
import { makingPage } from './navigation.ts'
import { chromium, fromChromium } from './runtime.ts'

const WORLD = 'electron-preload'
/** The two scripts that every document of a window begins with, as text. */
const SHARED = `${createCodec.toString()}, ${createCrossroads.toString()}`

/**
 * The frame that the application sees: known to it before there is a page.
 *
 * Assumed (electron.d.ts, `WebFrameMain.origin`): the origin of the document that the frame shows, "null" for an opaque one.
 */
export class WebFrame {
  /** Chromium's; empty before there is a page. */
  frameId = ''
  readonly parent = null
  url = ''
  origin = 'null'

  show(url: string, securityOrigin: string): void {
    this.url = fromChromium(url)
    const origin = fromChromium(securityOrigin)
    this.origin = origin === '://' || origin === '' ? 'null' : origin
  }
}

export interface PageTarget {
  readonly session: Session
  /** To the preload of the main frame's document. Lost where that document is gone, as in Electron. */
  tell(message: ToPreload): void
  close(): Promise<void>
}

interface PageTargetOptions {
  /** The preload's file, or null. */
  readonly preload: string | null
  /** Gets its id here. */
  readonly mainFrame: WebFrame
  onMessage(message: ToMain): void
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
  let context: number | null = null

  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === mainFrame.frameId) mainFrame.show(frame.url, frame.securityOrigin)
  })
  session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === mainFrame.frameId) mainFrame.url = fromChromium(url)
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
    if (name === binding && executionContextId === context) onMessage(JSON.parse(payload) as ToMain)
  })

  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  mainFrame.frameId = frameTree.frame.id
  await session.send('Runtime.enable')
  if (preload !== null) await addPreload(session, preload, { binding, receiver, channel: randomUUID() })

  return {
    session,
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

async function addPreload(session: Session, preload: string, world: PreloadWorld): Promise<void> {
  await session.send('Runtime.addBinding', { name: world.binding, executionContextName: WORLD })
  // In this order: the page's side listens before the preload exposes anything.
  const page = `(${enterMainWorld.toString()})(${SHARED}, ${JSON.stringify(world.channel)})`
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: page })
  // The built preload as a function, evaluated nowhere else.
  const body = `function (require, module, exports) {\n${readPreload(preload)}\n}`
  const source = `(${enterPreloadWorld.toString()})(${SHARED}, ${JSON.stringify(world)}, ${body})`
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
