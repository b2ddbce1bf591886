/**
 * Who may use the web host: launch tokens, browser sessions and the bearer token of scripts.
 *
 * A launch token is good once and for a short time; it becomes a session, whose two halves travel apart: the cookie by
 * itself, the page token inside the page. One without the other cannot call anything. Everything lives in memory and ends
 * with the host.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#core/ports/clock.ts'

const LAUNCH_TOKEN_LIFE_MS = 10 * 60_000
/** The oldest falls out when there are more, so that a script asking for addresses cannot fill the memory. */
const MOST_LAUNCH_TOKENS = 100
const MOST_SESSIONS = 100

export interface Session {
  /** The value of the cookie. */
  readonly cookie: string
  /** What the page sends along with every call. */
  readonly pageToken: string
}

export interface Sessions {
  /** For scripts: good as long as the host runs. */
  readonly bearerToken: string
  /** A fresh one-time token. */
  createLaunchToken(): string
  /** Spends a launch token; null where it is not one, was used before or is too old. */
  redeem(launchToken: string): Session | null
  /** The session that this cookie belongs to. */
  find(cookie: string): Session | null
}

/** Sessions of one run of the host. */
export function createSessions(clock: Clock): Sessions {
  let launchTokens: readonly { readonly token: string; readonly until: number }[] = []
  let sessions: readonly Session[] = []
  return {
    bearerToken: createSecret(),
    createLaunchToken() {
      const token = createSecret()
      const until = clock.monotonicMs() + LAUNCH_TOKEN_LIFE_MS
      launchTokens = [...launchTokens, { token, until }].slice(-MOST_LAUNCH_TOKENS)
      return token
    },
    redeem(launchToken) {
      const found = launchTokens.find(({ token }) => isSameSecret(token, launchToken))
      launchTokens = launchTokens.filter((entry) => entry !== found)
      if (!found || found.until <= clock.monotonicMs()) return null
      const session = { cookie: createSecret(), pageToken: createSecret() }
      sessions = [...sessions, session].slice(-MOST_SESSIONS)
      return session
    },
    find: (cookie) => sessions.find((session) => isSameSecret(session.cookie, cookie)) ?? null,
  }
}

/** Compares in a time that tells nothing about either side. */
export function isSameSecret(expected: string, given: string): boolean {
  return timingSafeEqual(digest(expected), digest(given))
}

/** Makes both sides equally long, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** 256 random bits, safe in an address, a header and an attribute. */
function createSecret(): string {
  return randomBytes(32).toString('base64url')
}
