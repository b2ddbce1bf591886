/**
 * Who may call: API keys and the users they belong to.
 *
 * Owns the keys' making and keeping. Reading them from a request is `http/authentication.ts`'s business.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** The user whose key the service prints at its start; the only one who may open the control page. */
export const FIRST_OWNER = 'local'

export type ApiKeys = ReturnType<typeof createApiKeys>

export function createApiKeys(database: DatabaseSync, now: () => number) {
  const selectOwner = database.prepare('SELECT owner FROM api_keys WHERE key = ?')
  const selectFirst = database.prepare('SELECT key FROM api_keys WHERE owner = ? ORDER BY created_at LIMIT 1')
  const removeOwner = database.prepare('DELETE FROM api_keys WHERE owner = ?')
  const insert = database.prepare('INSERT INTO api_keys (key, owner, created_at) VALUES (?, ?, ?)')

  function add(owner: string, key = `sample_${randomBytes(24).toString('base64url')}`): string {
    insert.run(key, owner, now())
    return key
  }

  function ownerOf(key: string): string | null {
    const row = selectOwner.get(key)
    return row === undefined ? null : String(row['owner'])
  }

  return {
    add: (owner: string): string => add(owner),
    /** The user a key belongs to, or null for a key nobody has. */
    ownerOf,
    /**
     * The key of `owner`: `wanted` if given (it replaces the kept ones), else the kept one, else a new one. Throws when `wanted`
     * is another user's.
     */
    settle(owner: string, wanted: string | null): string {
      if (wanted !== null) {
        const holder = ownerOf(wanted)
        if (holder !== null && holder !== owner) {
          throw new Error(`the users "${holder}" and "${owner}" cannot have the same key`)
        }
        removeOwner.run(owner)
        return add(owner, wanted)
      }
      const row = selectFirst.get(owner)
      return row === undefined ? add(owner) : String(row['key'])
    },
  }
}
