/**
 * `session.webRequest`, as far as an application uses it to keep requests in: `onBeforeRequest` for what leaves its origin.
 *
 * Assumed (electron.d.ts, `WebRequest.onBeforeRequest`): the listener is asked before a request is made and may cancel it;
 * the filter's patterns are match patterns; null takes the listener away.
 */
import { fromChromium } from '../addresses.ts'
import { record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'

type Listener = (
  details: { readonly url: string; readonly method: string; readonly resourceType: string },
  answer: (response: { readonly cancel?: boolean }) => void,
) => void

let beforeRequest: Listener | null = null

export const webRequest = strict('webRequest', {
  onBeforeRequest(filterOrListener: object | Listener | null, listener?: Listener | null): void {
    beforeRequest = (
      typeof filterOrListener === 'function' ? filterOrListener : (listener ?? null)
    ) as Listener | null
    record('webRequest.onBeforeRequest', beforeRequest !== null)
  },
})

/** Whether the application listens at all: only then every request is held back for it. */
export function watchesRequests(): boolean {
  return beforeRequest !== null
}

/** Whether the application lets this request go. */
export function letsRequestGo(url: string, method: string, resourceType: string): Promise<boolean> {
  if (beforeRequest === null) return Promise.resolve(true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  beforeRequest({ url: fromChromium(url, runtime.schemes), method, resourceType }, ({ cancel = false }) =>
    resolve(!cancel),
  )
  return promise
}
