/**
 * Decides whether a request comes from the page of a session or from a script that was given the bearer token.
 *
 * Looking (page, media) takes the cookie. Doing (calls, events, uploads) takes the cookie and the page token, which only a
 * script of the page itself can read and send.
 */
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { fail } from '#contract/errors.ts'
import { resultResponse } from '#hosts/page/result-response.ts'
import { INERT_HEADERS } from '#hosts/page/security-headers.ts'
import { isSameSecret, type Session, type Sessions } from './sessions.ts'

const LOCKED = 'Open Atelier with its launch address; a new one is printed by npm start.'

/** Cookies do not know ports: the name does, so that two Ateliers on one machine do not overwrite each other's. */
function cookieName(port: number): string {
  return `atelier-${port}`
}

/** The session whose cookie came along, if any. */
export function findSession(context: Context, sessions: Sessions, port: number): Session | null {
  const cookie = getCookie(context, cookieName(port))
  return cookie === undefined ? null : sessions.find(cookie)
}

/** The answer that ends the request, or null where it may go on. A wrong bearer token is never made good by a cookie. */
export function refuseStranger(context: Context, sessions: Sessions, port: number): Response | null {
  const { method, path } = context.req
  const authorization = context.req.header('authorization')
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? ''
    return isSameSecret(sessions.bearerToken, token) ? null : locked(method, path)
  }
  const session = findSession(context, sessions, port)
  if (session === null) return locked(method, path)
  const isLooking = (method === 'GET' || method === 'HEAD') && path !== '/events'
  const pageToken = context.req.header('x-atelier-token') ?? ''
  return isLooking || isSameSecret(session.pageToken, pageToken) ? null : locked(method, path)
}

/** `GET /?token=…`: spends the token for a cookie. A used address still leads a browser that has its session home. */
export function launch(context: Context, sessions: Sessions, port: number, token: string): Response {
  const session = sessions.redeem(token)
  if (session === null && findSession(context, sessions, port) === null) return locked('GET', '/')
  if (session) {
    setCookie(context, cookieName(port), session.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' })
  }
  return context.redirect('/', 303)
}

function locked(method: string, path: string): Response {
  const headers = { 'cache-control': 'no-store', 'www-authenticate': 'Bearer' }
  if (path !== '/' || method !== 'GET') return resultResponse(fail('unauthorized', LOCKED), 401, headers)
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${LOCKED}\n`, { status: 401, headers: { ...INERT_HEADERS, ...headers, ...type } })
}
