/**
 * Messages left through the contact form.
 *
 * Owns their keeping and counting; how many are too many is the route's business.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export type ContactStore = ReturnType<typeof createContactStore>

const timeRow = z.object({ created_at: z.number() })

/** The messages in `database`. */
export function createContactStore(database: DatabaseSync, now: () => number) {
  const insert = database.prepare(
    'INSERT INTO contacts (visitor, email, content, created_at) VALUES (?, ?, ?, ?)',
  )
  const select = database.prepare(
    'SELECT created_at FROM contacts WHERE visitor = ? AND created_at > ? ORDER BY created_at',
  )
  return {
    add: (visitor: string, email: string, content: string): void =>
      void insert.run(visitor, email, content, now()),
    /** When this visitor wrote since `since`, oldest first, in milliseconds since the Unix epoch. */
    timesSince: (visitor: string, since: number): readonly number[] =>
      select.all(visitor, since).map((row) => timeRow.parse(row).created_at),
  }
}
