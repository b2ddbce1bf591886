/**
 * Which proxy a request goes through: as the user chose, read again for each request.
 *
 * This computer itself is never reached through a proxy.
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
