/** The shots of an accepted plan whose first frame is not there yet. Each becomes a task, or ends, exactly once. */
import { z } from 'zod'
import { quotedPriceSchema } from '#contract/agents.ts'
import { messageSchema, type Message } from '#contract/messages/message.ts'
import { parseRow } from '../store/damage.ts'
import type { Database } from '../store/database.ts'
import { fieldsOf, insertRow, jsonColumn, selectTexts } from '../store/reader.ts'

const bodySchema = z.object({
  /** Of what was accepted, whatever its first frame will be. */
  ownHash: z.string(),
  price: quotedPriceSchema,
  /** Why it was not sent. It stays to say so. */
  ended: messageSchema.exactOptional(),
})

const rowSchema = z.object({
  sequenceId: z.string(),
  shotId: z.string(),
  batchId: z.string(),
  body: jsonColumn(bodySchema),
  createdAt: z.number(),
})

export type WaitingShot = z.infer<typeof rowSchema>

export type WaitingShots = ReturnType<typeof createWaitingShots>

export function createWaitingShots(db: Database) {
  const write = (row: WaitingShot): void => void insertRow(db, 'OR REPLACE INTO waiting_shots', row)
  const remove = ({ sequenceId, shotId }: Pick<WaitingShot, 'sequenceId' | 'shotId'>): boolean =>
    db.run('DELETE FROM waiting_shots WHERE sequence_id = ? AND shot_id = ?', sequenceId, shotId) > 0
  const of = (sequenceId: string): readonly WaitingShot[] =>
    db
      .all('SELECT * FROM waiting_shots WHERE sequence_id = ?', sequenceId)
      .map((row) => parseRow('waiting_shots', () => rowSchema.parse(fieldsOf(row))))
  return {
    of,
    find: (sequenceId: string, shotId: string) => of(sequenceId).find((one) => one.shotId === shotId) ?? null,
    write,
    /** Whether it was there. */
    remove,
    end: (row: WaitingShot, ended: Message): void => write({ ...row, body: { ...row.body, ended } }),
    /** Whether any of a batch waits. */
    hasBatch: (batchId: string): boolean =>
      db.get("SELECT 1 FROM waiting_shots WHERE batch_id = ? AND body ->> '$.ended' IS NULL", batchId) !==
      null,
    /** Where something waits that has not ended. */
    sequences: (): readonly string[] =>
      selectTexts(
        db,
        "SELECT DISTINCT sequence_id FROM waiting_shots WHERE body ->> '$.ended' IS NULL ORDER BY sequence_id",
      ),
  }
}
