/**
 * Requests through a proxy, each in a tunnel of its own (CONNECT, RFC 9110, 9.3.6), also over http, so that the proxy
 * cannot repeat, store or answer them itself.
 *
 * undici's fetch is the same as Node's, but the two cannot share a dispatcher, because Node carries another version. It is
 * loaded by the first request that needs it, so that no start waits for it.
 */
import type { RequestInit, Response } from 'undici'
import { assertNever } from '#contract/errors.ts'
import type { Proxy } from '#contract/settings.ts'
import { straight, type FindProxy } from '#core/ports/shell.ts'
import { isLoopback } from '../../results/safe-address.ts'

export interface ProxiedFetch {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Closes the tunnel. */
  close(): Promise<void>
}

/** For one request: its connection to the proxy is opened and closed with it. Nothing is repeated, no redirect is followed. */
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

/**
 * Which proxy a request goes through: as the user chose, read again for each request.
 *
 * This computer itself is never reached through a proxy.
 */
export function createFindProxy(chosen: () => Proxy, system: FindProxy = straight): FindProxy {
  return async (url) => {
    if (isLoopback(url.hostname)) return null
    const proxy = chosen()
    switch (proxy.mode) {
      case 'none':
        return null
      case 'custom':
        return proxy.address
      case 'system':
        return system(url)
      default:
        return assertNever(proxy)
    }
  }
}
