/**
 * Who may go where: turns Chromium's requests for documents and windows into Electron's events, and holds each back until
 * the application has been asked.
 *
 * Assumed (electron.d.ts, `WebContents`): `will-navigate` "is not emitted when the navigation is started programmatically",
 * nor for in-page navigations; `will-frame-navigate` comes for every frame, `will-redirect` for a redirect of the server;
 * `preventDefault` keeps the old document. Without an open handler a window would be made; the stand-in makes none.
 *
 * Chromium has no `<webview>` and the stand-in refuses a window that asks for it, so `will-attach-webview` is never emitted.
 * Documents that Chromium makes itself (about:blank) pass unasked.
 */
import type { Connection, Session } from './chromium.ts'
import { fromChromium, record } from './runtime.ts'

export interface NavigationEvent {
  readonly kind: 'will-navigate' | 'will-frame-navigate' | 'will-redirect'
  readonly url: string
  readonly isMainFrame: boolean
}

export interface NavigationHooks {
  readonly mainFrameId: string
  prevents(event: NavigationEvent): boolean
  deniesWindow(details: { url: string; frameName: string; features: string; disposition: string }): boolean
}

const IN_PLACE: ReadonlySet<string> = new Set(['currentTab'])

/** Watches one page until its session ends. */
export async function guardNavigation(session: Session, hooks: NavigationHooks): Promise<void> {
  /** What pages asked for themselves, by frame: the rest is programmatic (loadURL, or the test's own goto). */
  const asked = new Map<string, string>()

  session.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
    if (IN_PLACE.has(disposition)) asked.set(frameId, url)
    else decideWindow(url, '', '', disposition === 'newWindow' ? 'new-window' : 'foreground-tab')
  })
  session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
    // Chromium names the features a window would have; only a window that is no tab lacks the toolbar.
    const isTab = windowFeatures.includes('toolbar')
    const features = isTab ? '' : windowFeatures.join(',')
    decideWindow(url, windowName, features, isTab ? 'foreground-tab' : 'new-window')
  })
  session.on('Fetch.requestPaused', ({ requestId, request, frameId, redirectedRequestId }) => {
    const goes = mayGo(request.url, frameId, redirectedRequestId !== undefined)
    const answer = goes
      ? session.send('Fetch.continueRequest', { requestId })
      : session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    answer.catch(() => undefined)
  })
  session.on('Page.frameNavigated', ({ frame }) => asked.delete(frame.id))
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] })

  function mayGo(address: string, frameId: string, isRedirect: boolean): boolean {
    const isMainFrame = frameId === hooks.mainFrameId
    const url = fromChromium(address)
    if (isRedirect) return !hooks.prevents({ kind: 'will-redirect', url, isMainFrame })
    // The page's word comes first: both messages of the renderer travel in the order it sent them.
    const wasAsked = asked.get(frameId) === address
    asked.delete(frameId)
    if (!wasAsked && isMainFrame) return true
    const inAnyFrame = hooks.prevents({ kind: 'will-frame-navigate', url, isMainFrame })
    return !(isMainFrame && hooks.prevents({ kind: 'will-navigate', url, isMainFrame })) && !inAnyFrame
  }

  function decideWindow(address: string, frameName: string, features: string, disposition: string): void {
    const url = fromChromium(address)
    const denied = hooks.deniesWindow({ url, frameName, features, disposition })
    record('webContents.windowOpen', { url, disposition, denied })
  }
}

let pagesBeingMade = 0

/** Runs `make`, whose page is not a popup. */
export async function makingPage<Made>(make: () => Promise<Made>): Promise<Made> {
  pagesBeingMade += 1
  try {
    return await make()
  } finally {
    pagesBeingMade -= 1
  }
}

/**
 * Ends every page that Chromium opens by itself before it asks for anything: the stand-in has no windows but the application's own.
 * Pages wait for the debugger, so that no request of a popup precedes its end. A page of `window.open` gets an object that is closed at
 * once, where Electron answers null.
 */
export async function refusePopups(connection: Connection): Promise<void> {
  connection.browser.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }) => {
    const session = connection.session(sessionId)
    const ignore = () => undefined
    if (targetInfo.openerId !== undefined || (waitingForDebugger && pagesBeingMade === 0)) {
      // Its requests are held and never let go. It must run to be closed: until then it also stops the page that opened it.
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(ignore)
      connection.browser.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(ignore)
    }
    if (waitingForDebugger) session.send('Runtime.runIfWaitingForDebugger').catch(ignore)
  })
  await connection.browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page', exclude: false }, { exclude: true }],
  })
}
