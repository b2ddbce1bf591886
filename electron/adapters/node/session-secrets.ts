/** Keys in this process's memory, for machines without a keychain that can be trusted. Gone when Atelier ends. */
import { succeed } from '#contract/errors.ts'
import type { Secrets } from '#core/ports/settings.ts'

export function createSessionSecrets(): Secrets {
  const secrets = new Map<string, string>()
  return {
    protection: 'session',
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, secret) => {
      secrets.set(name, secret)
      return succeed(null)
    },
    delete: async (name) => void secrets.delete(name),
  }
}
