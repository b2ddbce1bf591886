/**
 * The way out.
 *
 * Assumed (electron.d.ts, `App.quit`, `App.exit`, events `before-quit`, `will-quit`, `window-all-closed`, `quit`): quit asks
 * `before-quit`, then closes every window, then asks `will-quit`; each can be prevented, as can the close of a window.
 * `window-all-closed` is not emitted while quitting, and quits where nobody listens. exit asks nobody.
 */
import { cancellable } from '../window/popups.ts'
import { runtime, windows } from '../runtime.ts'
import { app } from './app.ts'
import { releaseLock } from './single-instance.ts'

let isQuitting = false
let isEnding = false

/** Quits as the user does from the menu. Before the application is ready it ends once it would be. */
export function quit(): void {
  if (isEnding || isQuitting) return
  const asked = cancellable()
  app.emit('before-quit', asked)
  if (asked.defaultPrevented) return
  isQuitting = true
  for (const window of windows) window.close()
  if (windows.size > 0) isQuitting = false
  else finish()
}

/** Ends at once. */
export function exit(code = 0): void {
  if (isEnding) return
  isEnding = true
  for (const window of windows) window.destroy()
  void end(code)
}

/** Called by the last window when it is gone. */
export function lastWindowClosed(): void {
  if (isQuitting || isEnding) return
  if (!app.emit('window-all-closed')) quit()
}

function finish(): void {
  const asked = cancellable()
  app.emit('will-quit', asked)
  if (asked.defaultPrevented) isQuitting = false
  else exit(0)
}

async function end(code: number): Promise<void> {
  app.emit('quit', {}, code)
  releaseLock()
  await runtime.chromium?.close().catch(() => undefined)
  process.exit(code)
}
