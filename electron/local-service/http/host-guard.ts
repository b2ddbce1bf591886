/**
 * Lets only requests through that were addressed to this computer.
 *
 * The service listens on 127.0.0.1, which keeps other computers out, but not a web page whose host name was made to point
 * there (DNS rebinding): such a request names the page's host, and is refused whatever it asks for.
 */
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../problem.ts'

/** As the Host header and URLs write them. */
export const OWN_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Refuses every request whose Host is not a name of this computer with 421. */
export function ownHostOnly(): MiddlewareHandler {
  return async (context, next) => {
    const name = (context.req.header('Host') ?? '').replace(/:\d+$/u, '').toLowerCase()
    if (!OWN_NAMES.includes(name)) {
      throw new Problem(421, 'This service responds for 127.0.0.1 and localhost only.')
    }
    await next()
  }
}

/**
 * Refuses with 403 what a page of another origin asks for: the studio's own pages are read by themselves alone, or by a program
 * that sends no Origin.
 */
export function ownPagesOnly(): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('Origin')
    const isOwn = origin === undefined || origin === `http://${context.req.header('Host')}`
    const site = context.req.header('Sec-Fetch-Site') ?? 'none'
    if (!isOwn || !['none', 'same-origin'].includes(site)) {
      throw new Problem(403, 'Pages of other origins may not read this.')
    }
    await next()
  }
}
