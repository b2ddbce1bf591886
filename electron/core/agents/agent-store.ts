/**
 * The agents' rows: names, budgets, and the hashes of their tokens.
 *
 * A token is 256 random bits. It is told once and never stored: the hash of it needs no salt, for nobody can guess what it is of.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Agent, Budget } from '#contract/agents.ts'
import { roundedDown, unitNamed, valueOf } from '#contract/rules/money.ts'
import type { Clock } from '../ports/clock.ts'
import { parseRow } from '../store/damage.ts'
import type { Database, Row } from '../store/database.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { millionthsSchema } from '../spending/millionths.ts'
import { fieldsOf, insertRow, selectNumber } from '../store/reader.ts'
import type { Recoverable } from '../store/recovery/recoverable.ts'

export const MAX_AGENTS = 100
const TOKEN_BYTES = 32
const TOKEN_PREFIX = 'atelier_'
/** The last use is written no more often. */
const USE_NOTED_MS = 60_000

const ANONYMOUS_ID = 'agent_anonymous'
/** The hash of no token. */
const NO_TOKEN = 'none'
const NO_BUDGET: Budget = { requestsPerDay: 0 }

export type AgentRecord = Omit<Agent, 'today'>

export type AgentStore = ReturnType<typeof createAgentStore>

const rowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.number(),
    lastUsedAt: z.number().nullable().default(null),
    requestsPerDay: z.number(),
    millionthsPerDay: millionthsSchema.optional(),
    amountUnit: z.string().overwrite(unitNamed).optional(),
  })
  .transform(({ requestsPerDay, millionthsPerDay, amountUnit: unit, ...agent }): AgentRecord => ({
    ...agent,
    isAnonymous: agent.id === ANONYMOUS_ID,
    budget: {
      requestsPerDay,
      ...(millionthsPerDay !== undefined &&
        unit !== undefined && { amountPerDay: { unit, value: valueOf(millionthsPerDay) } }),
    },
  }))

export function createAgentStore(db: Database, clock: Clock) {
  const list = (): readonly AgentRecord[] =>
    db.all('SELECT * FROM agents WHERE revoked_at IS NULL ORDER BY created_at, id').map(toRecord)
  const find = (id: string): AgentRecord | null => {
    const row = db.get('SELECT * FROM agents WHERE id = ? AND revoked_at IS NULL', id)
    return row ? toRecord(row) : null
  }
  const insert = (id: string, name: string, tokenHash: string, budget: Budget): void => {
    const row = { id, name, tokenHash, createdAt: clock.now(), ...columnsOf(budget) }
    db.durably(() => insertRow(db, 'INTO agents', row))
  }
  return {
    /** Those that are not removed. */
    list,
    find,
    count: (): number => selectNumber(db, 'SELECT count(*) FROM agents WHERE revoked_at IS NULL'),
    create: (name: string, budget: Budget): { readonly id: string; readonly token: string } => {
      const id = `agent_${randomUUID()}`
      const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`
      insert(id, name, hashOf(token).toString('hex'), budget)
      return { id, token }
    },
    rename: (id: string, name: string): void =>
      void db.run('UPDATE agents SET name = ? WHERE id = ?', name, id),
    setBudget: (id: string, budget: Budget): void => {
      const { requestsPerDay, millionthsPerDay, amountUnit } = columnsOf(budget)
      const sql =
        'UPDATE agents SET requests_per_day = ?, millionths_per_day = ?, amount_unit = ? WHERE id = ?'
      db.run(sql, requestsPerDay, millionthsPerDay, amountUnit, id)
    },
    revoke: (id: string): void =>
      void db.run('UPDATE agents SET revoked_at = ? WHERE id = ?', clock.now(), id),
    /** Whose token it is. Every hash is compared, and in constant time. */
    identify: (token: string): AgentRecord | null => {
      const hash = hashOf(token)
      const rows = db.all('SELECT id, token_hash FROM agents WHERE revoked_at IS NULL')
      const own = rows.filter((row) => isSame(hash, String(row['token_hash'])))
      return own[0] ? find(String(own[0]['id'])) : null
    },
    /** The one agent for whoever has no token. */
    anonymous: (): AgentRecord => {
      const known = find(ANONYMOUS_ID)
      if (known) return known
      insert(ANONYMOUS_ID, 'Agent without a token', NO_TOKEN, NO_BUDGET)
      return found(find(ANONYMOUS_ID))
    },
    /** Whether it was noted. A disk that refuses is not in the way of what the agent wants. */
    noteUse: ({ id, lastUsedAt }: AgentRecord): boolean => {
      const now = clock.now()
      if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < USE_NOTED_MS) return false
      try {
        return db.run('UPDATE agents SET last_used_at = ? WHERE id = ?', now, id) > 0
      } catch (error) {
        if (!diskFailure(error)) throw error
        return false
      }
    },
  }
}

export function isRevoked(db: Database, id: string): boolean {
  return db.get('SELECT 1 FROM agents WHERE id = ? AND revoked_at IS NOT NULL', id) !== null
}

/**
 * For a database that may lack its latest changes: an open quote may have been sent, a removed agent may be back, and nobody knows what
 * was used of a budget. So quotes expire, and every agent asks until the user gives it a budget again. Part of the caller's transaction.
 */
function distrustAgents(db: Database, now: number): void {
  db.run("UPDATE quotes SET state = 'expired', decided_at = ? WHERE state IN ('quoted', 'approved')", now)
  db.run('UPDATE agents SET requests_per_day = 0, millionths_per_day = NULL, amount_unit = NULL')
}

export const AGENT_RECOVERY: Recoverable = {
  tables: [{ name: 'agents' }],
  settle: (db, _kind, now) => {
    distrustAgents(db, now)
    return undefined
  },
}

function toRecord(row: Row): AgentRecord {
  return parseRow('agents', () => rowSchema.parse(fieldsOf(row)))
}

function columnsOf({ requestsPerDay, amountPerDay }: Budget) {
  return {
    requestsPerDay,
    millionthsPerDay: amountPerDay ? roundedDown(amountPerDay.value) : null,
    amountUnit: amountPerDay?.unit ?? null,
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function isSame(hash: Buffer, storedHex: string): boolean {
  const stored = Buffer.from(storedHex, 'hex')
  return stored.length === hash.length && timingSafeEqual(stored, hash)
}

function found(record: AgentRecord | null): AgentRecord {
  if (!record) throw new Error('An agent was written and is not there.')
  return record
}
