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
import type { Session } from '../cdp.ts'
import { fromChromium } from '../config.ts'
import { record, runtime } from '../runtime.ts'
import { letsRequestGo, watchesRequests } from '../session/session.ts'

export interface NavigationEvent {
  readonly kind: 'will-navigate' | 'will-frame-navigate' | 'will-redirect'
  readonly url: string
  readonly frameId: string
  readonly isMainFrame: boolean
}

export interface NavigationHooks {
  readonly mainFrameId: string
  /** Whether the application prevents it. */
  prevents(event: NavigationEvent): boolean
  /** Whether a new window is denied. */
  deniesWindow(details: { url: string; frameName: string; features: string; disposition: string }): boolean
}

const IN_PLACE: ReadonlySet<string> = new Set(['currentTab'])

/** Holds back documents, and everything else where the application listens to requests. Called before each load. */
export async function holdRequests(session: Session): Promise<void> {
  const documents = { urlPattern: '*', resourceType: 'Document' } as const
  await session.send('Fetch.enable', { patterns: [watchesRequests() ? { urlPattern: '*' } : documents] })
}

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
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType, frameId, redirectedRequestId }) => {
    const isRedirect = redirectedRequestId !== undefined
    const isDocument = resourceType === 'Document'
    if (isDocument && !mayGo(request.url, frameId, isRedirect)) return void stop(requestId)
    void letsRequestGo(request.url, request.method, resourceType).then((goes) =>
      goes ? pass(requestId) : stop(requestId),
    )
  })
  session.on('Page.frameNavigated', ({ frame }) => asked.delete(frame.id))
  await holdRequests(session)

  function mayGo(address: string, frameId: string, isRedirect: boolean): boolean {
    const isMainFrame = frameId === hooks.mainFrameId
    const url = fromChromium(address, runtime.schemes)
    if (isRedirect) return !hooks.prevents({ kind: 'will-redirect', url, frameId, isMainFrame })
    // The page's word comes first: both messages of the renderer travel in the order it sent them.
    const wasAsked = asked.get(frameId) === address
    asked.delete(frameId)
    if (!wasAsked && isMainFrame) return true
    const inAnyFrame = hooks.prevents({ kind: 'will-frame-navigate', url, frameId, isMainFrame })
    return (
      !(isMainFrame && hooks.prevents({ kind: 'will-navigate', url, frameId, isMainFrame })) && !inAnyFrame
    )
  }

  function decideWindow(address: string, frameName: string, features: string, disposition: string): void {
    const url = fromChromium(address, runtime.schemes)
    const denied = hooks.deniesWindow({ url, frameName, features, disposition })
    record('webContents.windowOpen', { url, disposition, denied })
  }

  const pass = (requestId: string) =>
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  const stop = (requestId: string) =>
    session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined)
}
