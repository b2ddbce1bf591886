/**
 * `atelier://app/`: the origin of page and media on the desktop.
 *
 * A standard and secure scheme, so that it has an origin, storage and modules like https; the content security policy
 * holds for it as for any other.
 */
import { protocol } from 'electron'
import { fail } from '#contract/errors.ts'
import type { Say } from '#core/messages/render.ts'
import type { PageHandler } from '#hosts/page/page-handler.ts'
import { resultResponse } from '#hosts/page/result-response.ts'

const SCHEME = 'atelier'
export const PAGE_ORIGIN = `${SCHEME}://app`
export const PAGE_ADDRESS = `${PAGE_ORIGIN}/`

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    },
  ])
}

/** Answers the page's requests; the returned function ends it. */
export function servePage(handle: PageHandler, say: Say): () => void {
  protocol.handle(SCHEME, async (request) => {
    try {
      if (isPageAddress(request.url)) return await handle(request)
      return resultResponse(fail('not_found', 'hosts.nothingHere'), say)
    } catch {
      return resultResponse(fail('internal', 'hosts.noResponse'), say)
    }
  })
  return () => protocol.unhandle(SCHEME)
}

/** `URL.origin` is "null" for schemes Node does not know. */
export function isPageAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === `${SCHEME}:` && url.host === 'app' && url.username === '' && url.password === ''
}
