/**
 * Which way requests leave: as the user chose, asked anew for each request.
 *
 * This computer is never reached through a proxy: the bundled service is nobody else's business.
 */
import { assertNever } from '#contract/errors.ts'
import type { Proxy } from '#contract/settings.ts'
import { straight, type FindProxy } from '../../ports/proxy.ts'
import { isLoopback } from '../base-url.ts'

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
