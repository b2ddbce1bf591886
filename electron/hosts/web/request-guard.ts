/**
 * Turns away what a page of another origin, or a name that was rebound to this machine, could make a browser send.
 *
 * Runs before anything else, on every route. That Host and Origin agree proves nothing, for a rebound name has both: each is
 * held against the exact list of this host's own names.
 */
import { fail } from '#contract/errors.ts'
import { resultResponse } from '#hosts/page/result-response.ts'

/** The answer that ends the request, or null where it may go on. */
export function refuseForeign(request: Request, port: number): Response | null {
  const host = request.headers.get('host') ?? ''
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isOwnHost = host === `127.0.0.1:${port}` || host === `localhost:${port}`
  const isOwnAddress = new URL(request.url).host === host
  const isOwnOrigin = origin === null || origin === `http://${host}`
  const isOwnSite = site === null || site === 'same-origin' || site === 'none'
  if (isOwnHost && isOwnAddress && isOwnOrigin && isOwnSite) return null
  return resultResponse(fail('forbidden', 'This address answers only to Atelier itself.'))
}
