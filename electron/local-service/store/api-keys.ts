/**
 * Who may call: API keys and the users they belong to.
 *
 * Owns the keys' making and keeping. Reading them from a request is `http/authentication.ts`'s business.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** The user whose key the service prints at its start. */
const FIRST_OWNER = 'local'

export interface ApiKeys {
  /** The user a key belongs to, or null for a key nobody has. */
  ownerOf(key: string): string | null
  /** Adds a key for `owner`, random unless given, and answers it. */
  add(owner: string, key?: string): string
  /** The first user's key: `wanted` if given (it replaces the kept one), else the kept one, else a new one. */
  first(wanted: string | null): string
}

const keyRow = z.object({ key: z.string() })
const ownerRow = z.object({ owner: z.string() })

/** The keys in `database`. */
export function createApiKeys(database: DatabaseSync, now: () => number): ApiKeys {
  const selectOwner = database.prepare('SELECT owner FROM api_keys WHERE key = ?')
  const selectFirst = database.prepare('SELECT key FROM api_keys WHERE owner = ? ORDER BY created_at LIMIT 1')
  const removeOwner = database.prepare('DELETE FROM api_keys WHERE owner = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO api_keys (key, owner, created_at) VALUES (?, ?, ?)')

  function add(owner: string, key = `sample_${randomBytes(24).toString('base64url')}`): string {
    insert.run(key, owner, now())
    return key
  }

  return {
    add,
    ownerOf(key) {
      const row = selectOwner.get(key)
      return row === undefined ? null : ownerRow.parse(row).owner
    },
    first(wanted) {
      if (wanted !== null) {
        removeOwner.run(FIRST_OWNER)
        return add(FIRST_OWNER, wanted)
      }
      const row = selectFirst.get(FIRST_OWNER)
      return row === undefined ? add(FIRST_OWNER) : keyRow.parse(row).key
    },
  }
}
