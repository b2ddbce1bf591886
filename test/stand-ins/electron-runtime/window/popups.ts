/**
 * Ends every page that Chromium opens by itself before it asks for anything: the stand-in has no windows but the
 * application's own.
 *
 * A page of `window.open` gets an object that is closed at once, where Electron answers null.
 */
import type { Connection } from '../cdp.ts'

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

/** Pages wait for the debugger, so that no request of a popup precedes its end. */
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

/** An event of Electron that a listener may cancel. */
interface Cancellable {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function cancellable(): Cancellable {
  const event = {
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  }
  return event
}
