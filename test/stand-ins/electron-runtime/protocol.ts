/**
 * `protocol`: the application's own scheme.
 *
 * Assumed (electron.d.ts, `Protocol`): `registerSchemesAsPrivileged` "can only be used before the `ready` event of the
 * `app` module gets emitted and can be called only once"; the handlers belong to the default session, which exists from
 * then on; a scheme that is not standard has no relative addresses and no storage.
 */
import type { CustomScheme } from 'electron'
import { needsReady, needsStart, record, runtime } from './runtime.ts'
import type { SchemeHandler } from './scheme-server.ts'
import { strict } from './strict.ts'

/** By scheme, for `scheme-server.ts`. */
export const schemeHandlers = new Map<string, SchemeHandler>()

let isRegistered = false

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly CustomScheme[]): void {
    needsStart('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged can be called only once')
    isRegistered = true
    for (const { scheme, privileges = {} } of schemes) {
      const { standard, secure, supportFetchAPI, stream } = privileges
      if (!standard || !secure || !supportFetchAPI || !stream) {
        throw new Error('The stand-in has only schemes that are standard, secure, stream and support fetch.')
      }
      runtime.schemes.add(scheme)
      record('protocol.registerSchemesAsPrivileged', { scheme, privileges })
    }
  },
  handle(scheme: string, handler: SchemeHandler): void {
    needsReady('protocol.handle cannot be used before app is ready')
    if (schemeHandlers.has(scheme)) {
      throw new Error(`Failed to register protocol: ${scheme}: the scheme has been registered`)
    }
    if (!runtime.schemes.has(scheme)) {
      throw new Error(`The stand-in has no scheme "${scheme}": it was not registered as privileged.`)
    }
    schemeHandlers.set(scheme, handler)
  },
  unhandle(scheme: string): void {
    if (!schemeHandlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
})
