/**
 * Requests over a connection of our own making: through a proxy, each in a tunnel of its own (CONNECT, RFC 9110, 9.3.6), also over
 * http, so that the proxy cannot repeat, store or answer them itself; and those whose response takes longer than fetch waits.
 *
 * undici's fetch is the same as Node's, but the two cannot share a dispatcher, because Node carries another version. It is
 * loaded by the first request that needs it, so that no start waits for it.
 */
import type { LookupFunction } from 'node:net'
import type { Dispatcher, RequestInit, Response } from 'undici'
import { assertNever } from '#contract/errors.ts'
import type { Proxy } from '#contract/settings.ts'
import { straight, type FindProxy } from '#core/ports/shell.ts'
import { isLoopback } from '../../network/safe-address.ts'

/** The caller's time is over first. */
const FETCH_SPARE_MS = 10_000

export interface OwnFetch {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Closes the connection. */
  close(): Promise<void>
}

/** For one request: its connection to the proxy is opened and closed with it. Nothing is repeated, no redirect is followed. */
export async function fetchThrough(proxy: string, timeoutMs: number): Promise<OwnFetch> {
  const { ProxyAgent } = await import('undici')
  return fetchWith(new ProxyAgent({ uri: proxy, proxyTunnel: true, ...oneRequest(timeoutMs) }))
}

/** For one request whose response may take long: left to itself, fetch gives up on it after five minutes. */
export async function fetchPatiently(timeoutMs: number): Promise<OwnFetch> {
  const { Agent } = await import('undici')
  return fetchWith(new Agent(oneRequest(timeoutMs)))
}

/** For one request that connects only where `lookup` finds an address. */
export async function fetchBy(lookup: LookupFunction, timeoutMs: number): Promise<OwnFetch> {
  const { Agent } = await import('undici')
  return fetchWith(new Agent({ ...oneRequest(timeoutMs), connect: { lookup } }))
}

/** The caller keeps the time of the whole; a body that falls silent is the caller's business too. */
function oneRequest(timeoutMs: number) {
  const headersTimeout = timeoutMs + FETCH_SPARE_MS
  return { connections: 1, pipelining: 0, allowH2: false, headersTimeout, bodyTimeout: 0 }
}

async function fetchWith(agent: Dispatcher): Promise<OwnFetch> {
  const { fetch } = await import('undici')
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher: agent }),
    close: () => agent.destroy(),
  }
}

/**
 * Which proxy a request goes through: as the user chose, read again for each request.
 *
 * This computer itself is never reached through a proxy. `signIn` puts user and password into the address of the user's own.
 */
export function createFindProxy(
  chosen: () => Proxy,
  system: FindProxy = straight,
  signIn: (address: string) => Promise<string> = async (address) => address,
): FindProxy {
  return async (url) => {
    if (isLoopback(url.hostname)) return null
    const proxy = chosen()
    switch (proxy.mode) {
      case 'none':
        return null
      case 'custom':
        return signIn(proxy.address)
      case 'system':
        return system(url)
      default:
        return assertNever(proxy)
    }
  }
}
