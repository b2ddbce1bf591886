/**
 * Requests through a proxy: always through a tunnel of their own (CONNECT, RFC 9110, 9.3.6), also over http, so that the proxy
 * neither repeats nor stores nor answers them itself.
 *
 * undici's own fetch is the same as Node's; the two cannot share a dispatcher, because Node carries another version. It is
 * loaded when the first request needs it, so that no start waits for it.
 */
import type { RequestInit, Response } from 'undici'

export interface ProxiedFetch {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Ends the tunnel. */
  close(): Promise<void>
}

/** For one request: the connection to the proxy is made for it and ends with it. Nothing is repeated, nothing followed. */
export async function fetchThrough(proxy: string): Promise<ProxiedFetch> {
  const { fetch, ProxyAgent } = await import('undici')
  const agent = new ProxyAgent({
    uri: proxy,
    proxyTunnel: true,
    connections: 1,
    pipelining: 0,
    allowH2: false,
  })
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher: agent }),
    close: () => agent.destroy(),
  }
}
