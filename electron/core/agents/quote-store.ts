/**
 * The quotes' rows, from the question to what became of it, and who waits for that.
 *
 * A quote is open for ten minutes, by the wall clock and by the one that only grows. After a restart the wall clock alone is there: one
 * that was set back expires what is open. A closed quote keeps its state and its batch, not its requests.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { QUOTE_STATES, type QuoteState } from '#contract/agents.ts'
import { batchIdOf } from '#contract/rules/batch-id.ts'
import { generateRequestSchema } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { fieldsOf, insertRow, jsonColumn, selectNumber, selectTexts } from '../store/reader.ts'

const QUOTE_MS = 10 * 60_000
/** A closed quote is known so long: whoever repeats it is told what came of it. */
const KEPT_MS = 30 * 24 * 60 * 60_000
const LONGEST_WAIT_MS = 25_000
const ID_PREFIX = 'quote_'

const rowSchema = z.object({
  id: z.string(),
  agentId: z.string(),
  profileId: z.string(),
  address: z.string(),
  requests: jsonColumn(z.array(generateRequestSchema)),
  state: z.enum(QUOTE_STATES),
  createdAt: z.number(),
  expiresAt: z.number(),
  askedAt: z.number().optional(),
})

export type QuoteRecord = z.infer<typeof rowSchema>

export type QuoteStore = ReturnType<typeof createQuoteStore>

/** `onChange` is called after a quote opened or closed, or was asked for. */
export function createQuoteStore(db: Database, clock: Clock, onChange: () => void) {
  /** How to stop the timer of each open quote. */
  const timers = new Map<string, () => void>()
  const waits = createWaits(clock)
  const read = (id: string): QuoteRecord | null => {
    const row = db.get('SELECT * FROM quotes WHERE id = ?', id)
    return row ? toRecord(row) : null
  }
  const changed = (id: string, state: QuoteState): void => {
    if (!isOpen(state)) {
      timers.get(id)?.()
      timers.delete(id)
    }
    if (state !== 'quoted') waits.end(id)
    onChange()
  }
  const close = (id: string, state: 'refused' | 'expired'): void => {
    db.run(
      "UPDATE quotes SET state = ?, requests = '[]', decided_at = ? WHERE id = ?",
      state,
      clock.now(),
      id,
    )
    changed(id, state)
  }
  const armTimer = (id: string, waitMs: number): void => {
    const expire = (): void => {
      timers.delete(id)
      try {
        close(id, 'expired')
      } catch (error) {
        // Without its timer it is expired for whoever asks.
        if (!diskFailure(error)) throw error
      }
    }
    timers.set(id, clock.after(waitMs, expire))
  }
  /** As it is now: what is due has expired. */
  const find = (id: string): QuoteRecord | null => {
    const quote = read(id)
    if (!quote || !isOpen(quote.state) || (clock.now() < quote.expiresAt && timers.has(id))) return quote
    close(id, 'expired')
    return { ...quote, state: 'expired', requests: [] }
  }
  const openIds = (): readonly string[] =>
    selectTexts(db, "SELECT id FROM quotes WHERE state IN ('quoted', 'approved') ORDER BY created_at, id")
  const sweep = (): void =>
    void db.run(
      "DELETE FROM quotes WHERE state NOT IN ('quoted', 'approved') AND created_at < ?",
      clock.now() - KEPT_MS,
    )
  resume(db, clock, openIds(), armTimer)
  sweep()
  return {
    find,
    open: (): readonly QuoteRecord[] =>
      openIds().flatMap((id) => {
        const quote = find(id)
        return quote && isOpen(quote.state) ? [quote] : []
      }),
    countOpen: (agentId: string): number =>
      selectNumber(
        db,
        "SELECT count(*) FROM quotes WHERE agent_id = ? AND state IN ('quoted', 'approved')",
        agentId,
      ),
    add: (quote: Pick<QuoteRecord, 'agentId' | 'profileId' | 'address' | 'requests'>): QuoteRecord => {
      sweep()
      const id = `${ID_PREFIX}${randomUUID()}`
      const createdAt = clock.now()
      const record = { ...quote, id, state: 'quoted', createdAt, expiresAt: createdAt + QUOTE_MS } as const
      insertRow(db, 'INTO quotes', record)
      armTimer(id, QUOTE_MS)
      onChange()
      return record
    },
    /** Its agent wants to send it. */
    ask: ({ id, askedAt }: QuoteRecord): void => {
      if (askedAt !== undefined) return
      db.run('UPDATE quotes SET asked_at = ? WHERE id = ?', clock.now(), id)
      onChange()
    },
    /** The user's word, before the agent asked. */
    approve: ({ id }: QuoteRecord): void => {
      db.run("UPDATE quotes SET state = 'approved', decided_at = ? WHERE id = ?", clock.now(), id)
      changed(id, 'approved')
    },
    close: ({ id }: Pick<QuoteRecord, 'id'>, state: 'refused' | 'expired'): void => close(id, state),
    /** Part of the transaction that inserts its tasks; `changed` is called after it. */
    markSent: ({ id }: QuoteRecord): void => {
      const sql = `UPDATE quotes SET state = 'sent', requests = '[]', batch_id = ?, decided_at = ?
        WHERE id = ? AND state IN ('quoted', 'approved')`
      if (db.run(sql, batchOf(id), clock.now(), id) !== 1) throw new Error(`Quote ${id} was sent before.`)
    },
    changed,
    /** Resolves when it is decided, after `ms`, or when `signal` aborts. */
    decided: (id: string, ms: number, signal: AbortSignal): Promise<void> =>
      find(id)?.state === 'quoted'
        ? waits.until(id, Math.min(ms, LONGEST_WAIT_MS), signal)
        : Promise.resolve(),
    stop: (): void => {
      for (const disarm of timers.values()) disarm()
      waits.close()
    },
  }
}

/** The batch that a quote becomes: always the same, so that its tasks tell that it was sent, whatever its row says. */
export function batchOf(quoteId: string): string {
  return batchIdOf(quoteId.slice(ID_PREFIX.length))
}

export function isOpen(state: QuoteState): boolean {
  return state === 'quoted' || state === 'approved'
}

/** What was open when Atelier ended goes on for the rest of its time, unless the wall clock went back meanwhile. */
function resume(
  db: Database,
  clock: Clock,
  openIds: readonly string[],
  armTimer: (id: string, waitMs: number) => void,
): void {
  const now = clock.now()
  const latest = `SELECT max(at) FROM (SELECT max(created_at) AS at FROM quotes UNION SELECT max(asked_at) FROM quotes
    UNION SELECT max(decided_at) FROM quotes UNION SELECT max(last_used_at) FROM agents)`
  if (now < selectNumber(db, latest)) return
  for (const id of openIds) {
    const expiresAt = selectNumber(db, 'SELECT expires_at FROM quotes WHERE id = ?', id)
    if (expiresAt > now) armTimer(id, expiresAt - now)
  }
}

/** Those who wait for a quote to be decided. */
function createWaits(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>()
  let isClosed = false
  return {
    until: (id: string, ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (isClosed || signal.aborted) return resolve()
        const others = waiting.get(id) ?? new Set()
        waiting.set(id, others)
        const end = (): void => {
          disarm()
          signal.removeEventListener('abort', end)
          others.delete(end)
          if (others.size === 0) waiting.delete(id)
          resolve()
        }
        const disarm = clock.after(Math.max(0, ms), end)
        signal.addEventListener('abort', end, { once: true })
        others.add(end)
      }),
    end: (id: string): void => {
      for (const end of waiting.get(id) ?? []) end()
    },
    close: (): void => {
      isClosed = true
      for (const ends of [...waiting.values()]) for (const end of ends) end()
    },
  }
}

function toRecord(row: Row): QuoteRecord {
  return parseRow('quotes', () => rowSchema.parse(fieldsOf(row)))
}
