/**
 * What each user has had made: tasks and credits by model, counted when a task succeeds.
 *
 * The counts outlive the tasks, which are deleted in time.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AcceptedTask } from './task-store.ts'

export type UsageStore = ReturnType<typeof createUsageStore>

const usageRow = z
  .object({ model: z.string(), media_type: z.string(), tasks: z.number(), credits: z.number() })
  .transform(({ media_type, ...row }) => ({ ...row, mediaType: media_type }))

/** The counts in `database`. */
export function createUsageStore(database: DatabaseSync) {
  const add = database.prepare(
    `INSERT INTO usage (owner, model, media_type, tasks, credits) VALUES (?, ?, ?, 1, ?)
      ON CONFLICT (owner, model) DO UPDATE SET tasks = tasks + 1, credits = credits + excluded.credits`,
  )
  const select = database.prepare('SELECT * FROM usage WHERE owner = ? ORDER BY model')
  return {
    count: ({ owner, model, mediaType, credits }: AcceptedTask): void =>
      void add.run(owner, model, mediaType, credits),
    /** Ordered by model. */
    of: (owner: string) => select.all(owner).map((row) => usageRow.parse(row)),
  }
}
