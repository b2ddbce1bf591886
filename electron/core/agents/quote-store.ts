/**
 * Quotes, from the question to what became of it.
 *
 * A quote is open for ten minutes, by the wall clock and by the one that only grows. After a restart the wall clock alone is there: one
 * that was set back meanwhile expires what is open.
 */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  type QuotedBody,
  type QuotedPrice,
  quotedPriceSchema,
  type QuoteState,
  QUOTE_STATES,
} from '#contract/agents.ts'
import { jsonObjectSchema } from '#contract/json.ts'
import { batchIdOf } from '#contract/rules/task-states.ts'
import { type GenerateRequest, generateRequestSchema } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database, Row } from '../store/database.ts'
import { writeIfPossible } from '../store/disk-errors.ts'
import { parseRow } from '../store/damage.ts'
import { fieldsOf, insertRow, jsonColumn, selectNumber, selectTexts } from '../store/reader.ts'
import { createDecisionWaits, createTimers } from './quote-waits.ts'
import { press, type Press } from '#contract/press.ts'

const QUOTE_MS = 10 * 60_000

export type QuoteStore = ReturnType<typeof createQuoteStore>

/** `onChange` is called after a quote opened or closed, or was asked for. */
export function createQuoteStore(db: Database, clock: Clock, onChange: () => void) {
  const rows = createQuoteRows(db)
  const waits = createDecisionWaits(clock)
  const timers = createTimers(clock, (id) => close(id, 'expired'))
  const decided = (id: string, state: Exclude<QuoteState, 'quoted'>): void => {
    if (!isOpen(state)) timers.stop(id)
    waits.end(id)
    onChange()
  }
  const close = (id: string, state: 'refused' | 'expired'): void => {
    rows.close(id, state, clock.now())
    decided(id, state)
  }
  const isDue = ({ id, expiresAt }: QuoteHead): boolean => clock.now() >= expiresAt || !timers.has(id)
  /** As it is now: what is due has expired. */
  const find = (id: string): QuoteRecord | null => {
    const quote = rows.find(id)
    if (!quote || !isOpen(quote.state) || !isDue(quote)) return quote
    // It has expired, whether the disk can be told or not.
    writeIfPossible(() => close(id, 'expired'))
    return { ...quote, state: 'expired', requests: [] }
  }
  const findOpen = (id: string): QuoteRecord[] => {
    const quote = find(id)
    return quote && isOpen(quote.state) ? [quote] : []
  }
  const open = (): readonly QuoteRecord[] => rows.openIds().flatMap(findOpen)
  const openOf = (agentId: string) => withoutDue(rows.openOf(agentId), isDue, (id) => close(id, 'expired'))
  resume(rows, clock.now(), timers.arm)
  rows.sweep(clock.now())
  return {
    find,
    open,
    countOpen: (agentId: string): number => openOf(agentId).length,
    /**
     * Makes room: the agent's oldest quote expires that was neither asked for nor approved, such as one whose answer was lost. False
     * where there is none.
     */
    expireOldest: (agentId: string): boolean => {
      const oldest = openOf(agentId).find(({ state, askedAt }) => state === 'quoted' && askedAt === undefined)
      if (oldest) close(oldest.id, 'expired')
      return oldest !== undefined
    },
    /** What the last run left open, whatever time has passed since. */
    openBefore: (): readonly QuoteRecord[] => rows.openIds().flatMap((id) => rows.find(id) ?? []),
    /** What a quote is called before it is one: its tasks' ids follow from it. */
    draft: (): QuoteDraft => ({ id: idOfQuote(randomUUID()), createdAt: clock.now() }),
    add: ({ bodies, ...quote }: NewQuote): QuoteRecord => {
      const now = clock.now()
      rows.sweep(now)
      const record: QuoteRecord = { ...quote, state: 'quoted', expiresAt: now + QUOTE_MS }
      rows.insert({ ...record, bodies })
      timers.arm(record.id, QUOTE_MS)
      onChange()
      return record
    },
    ...createDecisions(rows, clock, decided, onChange),
    close: ({ id }: Pick<QuoteRecord, 'id'>, state: 'refused' | 'expired'): void => close(id, state),
    /** Part of the transaction that inserts its tasks; `wasSent` is called after it. */
    markSent: ({ id }: QuoteRecord): void => {
      if (!rows.close(id, 'sent', clock.now())) throw new Error(`Quote ${id} is not open.`)
    },
    wasSent: (id: string): void => decided(id, 'sent'),
    /** Resolves when the user or the time has decided, after `ms` (25 s at most), or when `signal` aborts. */
    decided: (id: string, ms: number, signal: AbortSignal): Promise<void> =>
      !waits.isClosed && find(id)?.state === 'quoted' ? waits.until(id, ms, signal) : Promise.resolve(),
    stop: (): void => {
      timers.stopAll()
      waits.close()
    },
  }
}

/** What is noted of an open quote until it is closed. */
function createDecisions(
  rows: ReturnType<typeof createQuoteRows>,
  clock: Clock,
  decided: (id: string, state: 'approved') => void,
  onChange: () => void,
) {
  return {
    /** Its agent wants to send it. */
    ask: ({ id, askedAt }: QuoteRecord): void => {
      if (askedAt !== undefined) return
      rows.ask(id, clock.now())
      onChange()
    },
    /** The user's word, before its agent asked, on what they were shown. */
    approve: ({ id }: QuoteRecord, price: QuotedPrice): void => {
      rows.approve(id, clock.now(), price)
      decided(id, 'approved')
    },
    /** The user is asked anew. */
    reopen: ({ id }: QuoteRecord): void => {
      rows.reopen(id)
      onChange()
    },
    bodies: (id: string): readonly QuotedBody[] => rows.bodies(id),
  }
}

/** Those that are open now. What is due has expired, whether the disk can be told or not. */
function withoutDue(
  heads: readonly QuoteHead[],
  isDue: (head: QuoteHead) => boolean,
  expire: (id: string) => void,
): readonly QuoteHead[] {
  const { due = [], open = [] } = Object.groupBy(heads, (head) => (isDue(head) ? 'due' : 'open'))
  for (const { id } of due) writeIfPossible(() => expire(id))
  return open
}

/** What was open when Atelier ended goes on for the rest of its time, unless the wall clock went back meanwhile. */
function resume(
  rows: ReturnType<typeof createQuoteRows>,
  now: number,
  arm: (id: string, waitMs: number) => void,
): void {
  if (now < rows.latestMoment()) return
  for (const id of rows.openIds()) {
    const { expiresAt = 0 } = rows.find(id) ?? {}
    if (expiresAt > now) arm(id, expiresAt - now)
  }
}

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
  requests: jsonColumn(z.array(z.unknown())).transform(unfold),
  /** SHA-256 of all that would be sent, and of each request. */
  bodyHash: z.string(),
  bodyHashes: jsonColumn(z.array(z.string()).readonly()),
  state: z.enum(QUOTE_STATES),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** When its agent first wanted to send it. */
  askedAt: z.number().optional(),
  /** What the user was shown when they approved it. */
  approvedPrice: jsonColumn(quotedPriceSchema).optional(),
})

/**
 * Most quotes are of one request several times. It is one object, and in the row it stands once: each of the others is the number of the
 * place where it stands.
 */
function unfold(requests: readonly unknown[]): readonly GenerateRequest[] {
  const places: GenerateRequest[] = []
  for (const request of requests) {
    const same = typeof request === 'number' ? places[request] : undefined
    places.push(same ?? generateRequestSchema.parse(request))
  }
  return places
}

function fold(requests: readonly GenerateRequest[]): readonly (GenerateRequest | number)[] {
  return requests.map((request, place) => {
    const first = requests.indexOf(request)
    return first < place ? first : request
  })
}

export type QuoteRecord = z.infer<typeof rowSchema>

type QuoteHead = Pick<QuoteRecord, 'id' | 'state' | 'expiresAt' | 'askedAt'>

const headSchema = rowSchema.pick({ id: true, state: true, expiresAt: true, askedAt: true })

/** With what is large and seldom read. */
export type NewQuote = Omit<QuoteRecord, 'state' | 'expiresAt' | 'askedAt' | 'approvedPrice'> & {
  readonly bodies: readonly QuotedBody[]
}

export type QuoteDraft = Pick<QuoteRecord, 'id' | 'createdAt'>

/** Ids of the form of others, which sort by time and place: a UUID of version 7 with a counter (task-store.ts), the rest from the quote's. */
export function taskIdOf({ id, createdAt }: QuoteDraft, index: number): string {
  const time = Math.max(0, Math.floor(createdAt)).toString(16).padStart(12, '0')
  const place = index.toString(16).padStart(3, '0')
  const rest = createHash('sha256').update(`${id} ${index}`).digest('hex')
  return `task_${time.slice(0, 8)}-${time.slice(8)}-7${place}-8${rest.slice(0, 3)}-${rest.slice(3, 15)}`
}

const bodiesSchema = jsonColumn(z.array(z.object({ count: z.int(), body: jsonObjectSchema })))

/** The rows of quotes. A closed one keeps its state and its batch, not what it would send. */
function createQuoteRows(db: Database) {
  return {
    find: (id: string): QuoteRecord | null => {
      const row = db.get('SELECT * FROM quotes WHERE id = ?', id)
      return row ? toRecord(row) : null
    },
    insert: ({ requests, ...quote }: QuoteRecord & Pick<NewQuote, 'bodies'>): void =>
      void insertRow(db, 'INTO quotes', { ...quote, requests: fold(requests) }),
    bodies: (id: string): readonly QuotedBody[] => {
      const row = db.get('SELECT bodies FROM quotes WHERE id = ?', id)
      return row ? parseRow('quotes', () => bodiesSchema.parse(row['bodies'])) : []
    },
    /** Oldest first. */
    openIds: (): readonly string[] =>
      selectTexts(db, `SELECT id FROM quotes WHERE ${OPEN} ORDER BY created_at, id`),
    /** Without their requests, which may be long. Oldest first. */
    openOf: (agentId: string): readonly QuoteHead[] =>
      db
        .all(
          `SELECT id, state, expires_at, asked_at FROM quotes WHERE ${OPEN} AND agent_id = ? ORDER BY created_at, id`,
          agentId,
        )
        .map((row) => parseRow('quotes', () => headSchema.parse(fieldsOf(row)))),
    ask: (id: string, now: number): void =>
      void db.run('UPDATE quotes SET asked_at = ? WHERE id = ?', now, id),
    approve: (id: string, now: number, price: QuotedPrice): void => {
      const sql = "UPDATE quotes SET state = 'approved', decided_at = ?, approved_price = ? WHERE id = ?"
      db.run(sql, now, JSON.stringify(price), id)
    },
    reopen: (id: string): void =>
      void db.run(
        "UPDATE quotes SET state = 'quoted', decided_at = NULL, approved_price = NULL WHERE id = ?",
        id,
      ),
    /** Whether it was open. */
    close: (id: string, state: 'sent' | 'refused' | 'expired', now: number): boolean => {
      const batchId = state === 'sent' ? batchOf(id) : null
      const sql = `UPDATE quotes SET state = ?, requests = '[]', body_hashes = '[]', bodies = '[]', batch_id = ?, decided_at = ? WHERE id = ? AND ${OPEN}`
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

function idOfQuote(uuid: string): string {
  return `${ID_PREFIX}${uuid}`
}

/** The batch that a quote becomes: always the same, so that its tasks tell that it was sent, whatever its row says. */
export function batchOf(quoteId: string): string {
  return batchIdOf(quoteId.slice(ID_PREFIX.length))
}

/** A quote is one press: the user's, or the budget's that the user set. */
export function pressOf(quoteId: string): Press {
  return press.parse(quoteId.slice(ID_PREFIX.length))
}

function toRecord(row: Row): QuoteRecord {
  return parseRow('quotes', () => rowSchema.parse(fieldsOf(row)))
}
