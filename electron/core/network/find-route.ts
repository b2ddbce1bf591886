/**
 * Which way a request goes: straight, or through which proxy, once it may.
 *
 * A proxy resolves names and connects by itself. So where a name leads is asked here before the proxy is: a name that leads where it
 * must not is not fetched. A name that nobody here knows may be the proxy's to know, as behind a company's proxy, which alone has
 * names of the outside. What the proxy then resolves cannot be checked here.
 */
import type { LookupFunction } from 'node:net'
import type { FindProxy } from '../ports/shell.ts'
import { RefusedName } from './safe-address.ts'
import { trustSystemCertificates } from './system-certificates.ts'

/**
 * The proxy's address, or null for straight to `url`, whose name the socket then has to look up by `lookup`.
 *
 * @throws RefusedName where a name leads where it must not, and what `findProxy` throws.
 */
export async function findRoute(
  url: URL,
  findProxy: FindProxy | undefined,
  lookup?: LookupFunction,
): Promise<string | null> {
  const proxy = (await findProxy?.(url)) ?? null
  if (url.protocol === 'https:' || proxy?.startsWith('https:')) await trustSystemCertificates()
  if (proxy !== null && lookup) await checkName(lookup, url.hostname)
  return proxy
}

/** Rejects with a RefusedName; a look-up that fails has found nothing that would be refused. */
function checkName(lookup: LookupFunction, hostname: string): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error) => (error instanceof RefusedName ? reject(error) : resolve()))
  })
}
