/**
 * Requests through a proxy: always through a tunnel of their own (CONNECT, RFC 9110, 9.3.6), also over http, so that the proxy
 * neither repeats nor stores nor answers them itself.
 *
 * undici's own fetch is the same as Node's; the two cannot share a dispatcher, because Node carries another version.
 */
import { fetch, ProxyAgent, type RequestInit, type Response } from 'undici'

export interface ProxiedFetch {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Ends the tunnel. */
  close(): Promise<void>
}

/** For one request: the connection to the proxy is made for it and ends with it. Nothing is repeated, nothing followed. */
export function fetchThrough(proxy: string): ProxiedFetch {
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
