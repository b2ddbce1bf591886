/**
 * The way that the system names for an address, as Chromium reads it from the system's settings, scripts included; and Chromium's
 * own way, for what it fetches itself (dictionaries, updates).
 *
 * The answer is that of a PAC script (electron.d.ts, `Session.resolveProxy`): `DIRECT`, or a list such as `PROXY a:80; DIRECT`, of
 * which the first way that a request can go is taken.
 */
import type { ProxyConfig, Session } from 'electron'
import type { Proxy } from '#contract/settings.ts'

/**
 * `http://host:port`, or null for straight to the address.
 *
 * @throws where the system names ways that no request of Atelier can go, such as a SOCKS proxy alone: going straight instead
 * could be what must not be.
 */
export async function systemProxy(session: Pick<Session, 'resolveProxy'>, url: URL): Promise<string | null> {
  return readProxyList(await session.resolveProxy(url.href))
}

export function readProxyList(list: string): string | null {
  for (const way of list.split(';')) {
    const [kind = '', place = ''] = way.trim().split(/\s+/)
    if (/^direct$/i.test(kind)) return null
    if (place !== '' && /^(proxy|https?)$/i.test(kind)) {
      return `${/^https$/i.test(kind) ? 'https' : 'http'}://${place}`
    }
  }
  throw new Error("the system's proxy is of a kind that Atelier cannot use; name another in Settings")
}

export function chromiumProxy(proxy: Proxy): ProxyConfig {
  if (proxy.mode === 'system') return { mode: 'system' }
  if (proxy.mode === 'none') return { mode: 'direct' }
  return { mode: 'fixed_servers', proxyRules: proxy.address.replace(/\/$/, '') }
}
