/** The rows of quotes. A closed one keeps its state and its batch, not its requests. */
import { z } from 'zod'
import { QUOTE_STATES, type QuoteState } from '#contract/agents.ts'
import { batchIdOf } from '#contract/rules/batch-id.ts'
import { generateRequestSchema } from '#contract/tasks.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { fieldsOf, insertRow, jsonColumn, selectNumber, selectTexts } from '../store/reader.ts'

const ID_PREFIX = 'quote_'
/** A closed quote is known so long: whoever repeats it is told what came of it. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const OPEN = "state IN ('quoted', 'approved')"

const rowSchema = z.object({
  id: z.string(),
  agentId: z.string(),
  profileId: z.string(),
  /** What the profile was when it was quoted: kind and address. */
  address: z.string(),
  requests: jsonColumn(z.array(generateRequestSchema)),
  state: z.enum(QUOTE_STATES),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** When its agent first wanted to send it. */
  askedAt: z.number().optional(),
})

export type QuoteRecord = z.infer<typeof rowSchema>

export function createQuoteRows(db: Database) {
  return {
    find: (id: string): QuoteRecord | null => {
      const row = db.get('SELECT * FROM quotes WHERE id = ?', id)
      return row ? toRecord(row) : null
    },
    insert: (quote: QuoteRecord): void => void insertRow(db, 'INTO quotes', quote),
    /** Oldest first. */
    openIds: (): readonly string[] =>
      selectTexts(db, `SELECT id FROM quotes WHERE ${OPEN} ORDER BY created_at, id`),
    ask: (id: string, now: number): void =>
      void db.run('UPDATE quotes SET asked_at = ? WHERE id = ?', now, id),
    approve: (id: string, now: number): void =>
      void db.run("UPDATE quotes SET state = 'approved', decided_at = ? WHERE id = ?", now, id),
    /** Whether it was open. */
    close: (id: string, state: 'sent' | 'refused' | 'expired', now: number): boolean => {
      const batchId = state === 'sent' ? batchOf(id) : null
      const sql = `UPDATE quotes SET state = ?, requests = '[]', batch_id = ?, decided_at = ? WHERE id = ? AND ${OPEN}`
      return db.run(sql, state, batchId, now, id) === 1
    },
    sweep: (now: number): void =>
      void db.run(`DELETE FROM quotes WHERE NOT ${OPEN} AND created_at < ?`, now - KEPT_MS),
    /** The latest moment that anything about agents tells of. */
    latestMoment: (): number =>
      selectNumber(
        db,
        `SELECT max(at) FROM (SELECT max(created_at) AS at FROM quotes UNION SELECT max(asked_at) FROM quotes
           UNION SELECT max(decided_at) FROM quotes UNION SELECT max(last_used_at) FROM agents)`,
      ),
  }
}

export function isOpen(state: QuoteState): boolean {
  return state === 'quoted' || state === 'approved'
}

export function idOfQuote(uuid: string): string {
  return `${ID_PREFIX}${uuid}`
}

/** The batch that a quote becomes: always the same, so that its tasks tell that it was sent, whatever its row says. */
export function batchOf(quoteId: string): string {
  return batchIdOf(quoteId.slice(ID_PREFIX.length))
}

function toRecord(row: Row): QuoteRecord {
  return parseRow('quotes', () => rowSchema.parse(fieldsOf(row)))
}
