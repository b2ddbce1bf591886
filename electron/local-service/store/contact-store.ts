/**
 * Messages left through the contact form.
 *
 * Owns their keeping and counting; how many are too many is the route's business.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export interface ContactStore {
  add(visitor: string, email: string, content: string): void
  /** When this visitor wrote since `since`, oldest first, in milliseconds since the Unix epoch. */
  timesSince(visitor: string, since: number): readonly number[]
}

const timeRow = z.object({ created_at: z.number() })

/** The messages in `database`. */
export function createContactStore(database: DatabaseSync, now: () => number): ContactStore {
  const insert = database.prepare(
    'INSERT INTO contacts (visitor, email, content, created_at) VALUES (?, ?, ?, ?)',
  )
  const select = database.prepare(
    'SELECT created_at FROM contacts WHERE visitor = ? AND created_at > ? ORDER BY created_at',
  )
  return {
    add: (visitor, email, content) => void insert.run(visitor, email, content, now()),
    timesSince: (visitor, since) => select.all(visitor, since).map((row) => timeRow.parse(row).created_at),
  }
}
