/** Reports uncaught errors of the page to the host's log. */
import type { Bridge } from './bridge.ts'

/** A page that fails at every frame would fill the log. */
const MAX_REPORTS = 20
const MAX_MESSAGE = 2_000
const MAX_STACK = 8_000

/** Listens from here on; the returned function reports an error that something else has caught. */
export function reportFaults(
  bridge: Pick<Bridge, 'call'>,
  page: Pick<Window, 'addEventListener'>,
): (error: unknown) => void {
  let reports = 0
  function report(error: unknown): void {
    if (reports >= MAX_REPORTS) return
    reports += 1
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE)
    const stack = error instanceof Error ? error.stack?.slice(0, MAX_STACK) : undefined
    void bridge.call('app.reportFault', { message, ...(stack !== undefined && { stack }) })
  }
  page.addEventListener('error', ({ error, message }) => report(error ?? message))
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  return report
}
