/**
 * UI state, stored by name between starts: drafts, presets, snippets, favourites.
 *
 * The browser's storage belongs to an origin, and the web host's origin changes with its port, so the host stores it.
 */
import { LRUCache } from 'lru-cache'
import type { UiStateEntry } from '#contract/app.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { type Json, jsonSchema } from '#contract/json.ts'
import type { ParsedInput } from '#contract/routes.ts'
import { message } from '#contract/messages/message.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import { parseRow } from '../store/damage.ts'
import type { Database } from '../store/database.ts'

const MAX_ENTRIES = 2_000
const MAX_VALUE_BYTES = 512 * 1_024
/** The page reads all of it when it starts. */
const MAX_TOTAL_BYTES = 64 * 1_024 * 1_024
/** Of the names that a page has changed. A change is overtaken by one that was made soon after it. */
const REMEMBERED_COUNTS = 1_000

type Order = ParsedInput<'uiState.set'>['order']

export type UiStateStore = ReturnType<typeof createUiStateStore>

export function createUiStateStore(db: Database, clock: Clock, events: EventBus) {
  const sizeOf = (name: string): number | null => {
    const row = db.get('SELECT octet_length(value) AS bytes FROM ui_state WHERE name = ?', name)
    return row ? Number(row['bytes']) : null
  }
  const totals = db.get('SELECT count(*) AS number, total(octet_length(value)) AS bytes FROM ui_state')
  let entries = Number(totals?.['number'] ?? 0)
  let totalBytes = Number(totals?.['bytes'] ?? 0)
  /** Of the latest change, by page and name. */
  const counts = new LRUCache<string, number>({ max: REMEMBERED_COUNTS })

  const remove = (name: string): void => {
    const before = sizeOf(name)
    if (before === null) return
    db.run('DELETE FROM ui_state WHERE name = ?', name)
    entries--
    totalBytes -= before
    events.emit('uiState.changed', { name, value: null })
  }
  const write = (name: string, value: Json): Result<Record<string, never>> => {
    const text = JSON.stringify(value)
    const bytes = Buffer.byteLength(text)
    if (bytes > MAX_VALUE_BYTES) {
      const said = message('settings.entryTooLarge', { kilobytes: MAX_VALUE_BYTES / 1_024 })
      return fail('invalid_input', said, { field: 'value' })
    }
    const before = sizeOf(name)
    if (before === null && entries >= MAX_ENTRIES) {
      return fail('invalid_input', message('settings.tooManyEntries', { limit: MAX_ENTRIES }))
    }
    const total = totalBytes - (before ?? 0) + bytes
    if (total > MAX_TOTAL_BYTES) {
      return fail(
        'invalid_input',
        message('settings.stateTooLarge', { megabytes: MAX_TOTAL_BYTES / 1_024 ** 2 }),
      )
    }
    db.run(
      'INSERT OR REPLACE INTO ui_state (name, value, updated_at) VALUES (?, ?, ?)',
      name,
      text,
      Math.round(clock.now()),
    )
    if (before === null) entries++
    totalBytes = total
    events.emit('uiState.changed', { name, value })
    return succeed({})
  }
  return {
    /** The entries whose name begins with `prefix`, by name. */
    list: (prefix: string): readonly UiStateEntry[] =>
      db
        .all(
          'SELECT name, value FROM ui_state WHERE name >= ?1 AND substr(name, 1, length(?1)) = ?1 ORDER BY name',
          prefix,
        )
        .map(({ name, value }) => ({
          name: String(name),
          value: parseRow('ui_state', () => jsonSchema.parse(JSON.parse(String(value)))),
        })),
    /** Null removes the entry. Emits `uiState.changed`. Passes over what a later change by the same page has overtaken. */
    set: (name: string, value: Json, order?: Order): Result<Record<string, never>> => {
      const place = `${order?.page} ${name}`
      if (order && order.count < (counts.get(place) ?? 0)) return succeed({})
      if (value === null) remove(name)
      else {
        const written = write(name, value)
        if (!written.ok) return written
      }
      if (order) counts.set(place, order.count)
      return succeed({})
    },
  }
}
