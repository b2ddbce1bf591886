/**
 * What the page keeps with the host, by name: drafts, presets, snippets, favourites.
 *
 * The page's own storage is no home for them: it belongs to an origin, and the web host's origin changes with its port.
 */
import type { Kept } from '#contract/app.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { type Json, jsonSchema } from '#contract/json.ts'
import type { EventBus } from '../events.ts'
import type { Clock } from '../ports/clock.ts'
import type { HandlersFor } from '../router.ts'
import { parseRow } from '../store/damage.ts'
import type { Database } from '../store/database.ts'

const MOST_ENTRIES = 2_000
const LARGEST_VALUE_BYTES = 512 * 1_024
/** All of them are read together when the page starts. */
const LARGEST_TOTAL_BYTES = 64 * 1_024 * 1_024

export interface KeptStore {
  /** Those whose name begins with `prefix`, by name. */
  list(prefix: string): readonly Kept[]
  /** Null forgets it. Announces what changed. */
  set(name: string, value: Json): Result<Record<string, never>>
}

export function createKeptStore(db: Database, clock: Clock, events: EventBus): KeptStore {
  const sizeOf = (name: string): number | null => {
    const row = db.get('SELECT octet_length(value) AS bytes FROM kept WHERE name = ?', name)
    return row ? Number(row['bytes']) : null
  }
  const totals = db.get('SELECT count(*) AS number, total(octet_length(value)) AS bytes FROM kept')
  let entries = Number(totals?.['number'] ?? 0)
  let totalBytes = Number(totals?.['bytes'] ?? 0)

  const forget = (name: string): void => {
    const before = sizeOf(name)
    if (before === null) return
    db.run('DELETE FROM kept WHERE name = ?', name)
    entries--
    totalBytes -= before
    events.emit('kept.changed', { name, value: null })
  }
  const keep = (name: string, value: Json): Result<Record<string, never>> => {
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    if (bytes > LARGEST_VALUE_BYTES) {
      return fail('invalid_input', 'This is larger than the 512 kB that can be kept under one name.', {
        field: 'value',
      })
    }
    const before = sizeOf(name)
    if (before === null && entries >= MOST_ENTRIES) {
      return fail('invalid_input', `${MOST_ENTRIES} things are kept already. Remove one first.`)
    }
    const total = totalBytes - (before ?? 0) + bytes
    if (total > LARGEST_TOTAL_BYTES) {
      return fail('invalid_input', 'All that is kept would be larger than 64 MB. Remove something first.')
    }
    db.run(
      'INSERT OR REPLACE INTO kept (name, value, updated_at) VALUES (?, ?, ?)',
      name,
      text,
      Math.round(clock.now()),
    )
    if (before === null) entries++
    totalBytes = total
    events.emit('kept.changed', { name, value })
    return succeed({})
  }
  return {
    list: (prefix) =>
      db
        .all(
          'SELECT name, value FROM kept WHERE name >= ?1 AND substr(name, 1, length(?1)) = ?1 ORDER BY name',
          prefix,
        )
        .map(({ name, value }) => ({
          name: String(name),
          value: parseRow('kept', () => jsonSchema.parse(JSON.parse(String(value)))),
        })),
    set: (name, value) => {
      if (value !== null) return keep(name, value)
      forget(name)
      return succeed({})
    },
  }
}

export function createKeptHandlers(kept: KeptStore): HandlersFor<'kept'> {
  return {
    'kept.list': ({ prefix }) => succeed({ items: kept.list(prefix) }),
    'kept.set': ({ name, value }) => kept.set(name, value),
  }
}
