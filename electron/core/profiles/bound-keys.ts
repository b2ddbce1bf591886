/**
 * Keys in the secret store, each with the place it was entered for: the kind of service and the origin of its address.
 *
 * Addresses lie in settings.json, which others can change: it is restored, synced and edited. A key whose place is not the one that
 * its profile names now is not given out. The place lies in the secret store, since what lies beside the address changes with it.
 */
import type { Result } from '#contract/errors.ts'
import type { Secrets } from '../ports/settings.ts'

/** What divides place and key. No key holds one. */
const DIVIDER = '\n'

/** null: the store has none, or cannot give it at the moment. `elsewhere`: it was entered for another place. */
export type FoundKey = { readonly kind: 'here'; readonly key: string } | { readonly kind: 'elsewhere' } | null

export type BoundKeys = ReturnType<typeof createBoundKeys>

/** As a key's place: `kind` speaks what is at `address`. */
export function placeOf(kind: string, address: string): string {
  return `${kind} ${URL.parse(address)?.origin ?? address}`
}

export function createBoundKeys(secrets: Secrets) {
  const write = (name: string, key: string, place: string): Promise<Result<null>> =>
    secrets.set(name, place + DIVIDER + key)
  return {
    write,
    remove: (name: string): Promise<void> => secrets.delete(name),
    find: async (name: string, place: string): Promise<FoundKey> => {
      const stored = await secrets.get(name)
      if (stored === null) return null
      const at = stored.indexOf(DIVIDER)
      if (at === -1) {
        // Stored before keys had places: bound, once, to what settings.json names at the first start that reads it.
        await write(name, stored, place).catch(() => undefined)
        return { kind: 'here', key: stored }
      }
      return stored.slice(0, at) === place
        ? { kind: 'here', key: stored.slice(at + 1) }
        : { kind: 'elsewhere' }
    },
    /** Wherever it belongs. For taking it out of a text. */
    bare: async (name: string): Promise<string | null> =>
      (await secrets.get(name))?.split(DIVIDER).at(-1) ?? null,
  }
}
