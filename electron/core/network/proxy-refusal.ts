/** What a proxy says instead of making a tunnel. */

/** A reason beside those of the system: the proxy asks who wants the tunnel. */
export const PROXY_SIGN_IN = 'EPROXYAUTH'

/** undici tells the status in words alone (undici, lib/dispatcher/proxy-agent.js, "when HTTP Tunneling"). */
export function asksSignIn(error: unknown): boolean {
  return (
    error instanceof Error && (error.message.startsWith('Proxy response (407)') || asksSignIn(error.cause))
  )
}
