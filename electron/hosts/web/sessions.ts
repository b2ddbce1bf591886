/**
 * Who may use the web host: launch tokens, browser sessions and the bearer token of scripts.
 *
 * A launch token is good once and for a short time; it becomes a session where the browser has none, whose two halves travel apart:
 * the cookie by itself, the page token in the fragment that the launch leads to, from where the page takes it into its storage. Looking
 * (page, media) takes the cookie, which browsers also show to another user's server on this computer, for it knows no ports. Doing (calls,
 * events, uploads) takes both: only a script of the page itself can read and send the token. Everything lives in memory and ends with the
 * host.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import { fail } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { resultResponse } from '#hosts/page/result-response.ts'
import { INERT_HEADERS } from '#hosts/page/security-headers.ts'
import { createSecret, isSameSecret } from '#hosts/loopback/secrets.ts'

const LAUNCH_TOKEN_LIFE_MS = 10 * 60_000
/** The oldest falls out when there are more, so that a script asking for addresses cannot fill the memory. */
const MAX_LAUNCH_TOKENS = 100
const MAX_SESSIONS = 100

export interface Session {
  /** The value of the cookie. */
  readonly cookie: string
  /** What the page sends along with every call. */
  readonly pageToken: string
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(clock: Clock) {
  let launchTokens: readonly { readonly token: string; readonly until: number }[] = []
  let sessions: readonly Session[] = []
  return {
    /** For scripts: good as long as the host runs. */
    bearerToken: createSecret(),
    createLaunchToken(): string {
      const token = createSecret()
      const until = clock.monotonicMs() + LAUNCH_TOKEN_LIFE_MS
      launchTokens = [...launchTokens, { token, until }].slice(-MAX_LAUNCH_TOKENS)
      return token
    },
    /** Spends a launch token, and returns `own` or a new session; null where it is not one, was used before or is too old. */
    redeem(launchToken: string, own: Session | null = null): Session | null {
      const found = launchTokens.find(({ token }) => isSameSecret(token, launchToken))
      launchTokens = launchTokens.filter((entry) => entry !== found)
      if (!found || found.until <= clock.monotonicMs()) return null
      if (own) return own
      const session = { cookie: createSecret(), pageToken: createSecret() }
      sessions = [...sessions, session].slice(-MAX_SESSIONS)
      return session
    },
    find: (cookie: string): Session | null =>
      sessions.find((session) => isSameSecret(session.cookie, cookie)) ?? null,
  }
}

/** Cookies do not know ports: the name does, so that two Ateliers on one machine do not overwrite each other's. */
function cookieName(port: number): string {
  return `atelier-${port}`
}

function findSession(context: Context, sessions: Sessions, port: number): Session | null {
  const cookie = getCookie(context, cookieName(port))
  return cookie === undefined ? null : sessions.find(cookie)
}

/** The answer that ends the request, or null where it may go on. A wrong bearer token is never made good by a cookie. */
export function refuseStranger(
  context: Context,
  sessions: Sessions,
  port: number,
  say: Say,
): Response | null {
  const { method, path } = context.req
  const authorization = context.req.header('authorization')
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? ''
    return isSameSecret(sessions.bearerToken, token) ? null : locked(method, path, say)
  }
  const session = findSession(context, sessions, port)
  if (session === null) return locked(method, path, say)
  const isLooking = (method === 'GET' || method === 'HEAD') && path !== '/events'
  const pageToken = context.req.header('x-atelier-token') ?? ''
  return isLooking || isSameSecret(session.pageToken, pageToken) ? null : locked(method, path, say)
}

/** `GET /?token=…`: spends the token for a cookie. A used address still leads a browser that has its session home. */
export function launch(
  context: Context,
  sessions: Sessions,
  port: number,
  token: string,
  say: Say,
): Response {
  // Another session's cookie would end the pages that this browser has open.
  const own = findSession(context, sessions, port)
  const session = sessions.redeem(token, own)
  if (session === null && own === null) return locked('GET', '/', say)
  if (session && session !== own) {
    setCookie(context, cookieName(port), session.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' })
  }
  return context.redirect(session ? `/#token=${session.pageToken}` : '/', 303)
}

function locked(method: string, path: string, say: Say): Response {
  const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' }
  if (path !== '/' || method !== 'GET')
    return resultResponse(fail('unauthorized', 'hosts.locked'), say, 401, headers)
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${say(message('hosts.locked'))}\n`, {
    status: 401,
    headers: { ...INERT_HEADERS, ...headers, ...type },
  })
}
