/** Reads the ledger: sums over any time, what was spent since a moment, and counts by outcome. */
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { RequestCount, RequestOutcome } from '#contract/queue.ts'
import { addTo, amountsOf, type Millionths, type Sums } from '#contract/rules/money.ts'
import type { SpendingDimension, SpendingRow } from '#contract/spending.ts'
import type { Context } from '../context/context.ts'
import type { Database, Row } from '../store/database.ts'
import { sumSql } from './millionths.ts'
import type { Calendar } from './calendar.ts'

/** May have cost something. The others were definitely not charged. */
const COUNTS = "outcome IN ('sending', 'accepted', 'unknown')"
/** Requests added up at once, in a few milliseconds. */
const A_STEP = 4_000

export interface SpendingQuery {
  readonly from: number
  readonly to: number
  readonly by: readonly SpendingDimension[]
  readonly profileId?: string | undefined
  readonly agentId?: string | null | undefined
}

/** What a profile or an agent has spent since a moment, with what is reserved and what is under way. */
export interface Spent {
  readonly requests: number
  readonly amounts: ReadonlyMap<string, Millionths>
  readonly unpriced: number
}

const COLUMNS: Readonly<Record<SpendingDimension, readonly string[]>> = {
  day: ['day'],
  profile: ['profile_id'],
  model: ['provider', 'model'],
  agent: ['agent_id'],
}

/** Yields to the event loop between steps. */
export async function querySpending(db: Database, query: SpendingQuery): Promise<readonly SpendingRow[]> {
  const sums = new Map<string, Sum>()
  let from = query.from
  while (from <= query.to) {
    const next = db.get('SELECT at FROM requests WHERE at >= ? ORDER BY at LIMIT 1 OFFSET ?', from, A_STEP)
    // Where very many were sent in one millisecond, a step is longer.
    const end = next ? Math.max(Number(next['at']), from + 1) : Infinity
    for (const row of sumBetween(db, query, from, Math.min(end - 1, query.to))) add(sums, query.by, row)
    from = end
    if (from <= query.to) await yieldToLoop()
  }
  await yieldToLoop()
  const sorted = [...sums].toSorted(byKey)
  await yieldToLoop()
  return sorted.map(([, sum]) => rowOf(sum))
}

function sumBetween(
  db: Database,
  { by, profileId, agentId }: SpendingQuery,
  from: number,
  to: number,
): Row[] {
  const columns = by.flatMap((one) => COLUMNS[one])
  const groups = [...columns, 'outcome', 'unit', 'price_source']
  const values: (string | number)[] = [from, to]
  const conditions = ['at BETWEEN ? AND ?', COUNTS]
  if (profileId !== undefined) {
    conditions.push('profile_id = ?')
    values.push(profileId)
  }
  if (agentId === null) conditions.push('agent_id IS NULL')
  else if (agentId !== undefined) {
    conditions.push('agent_id = ?')
    values.push(agentId)
  }
  return db.all(
    `SELECT ${groups.join(', ')}, count(*) AS requests, ${sumSql('millionths')} AS millionths FROM requests
     WHERE ${conditions.join(' AND ')} GROUP BY ${groups.join(', ')}`,
    ...values,
  )
}

interface Sum {
  readonly key: Pick<SpendingRow, 'day' | 'profileId' | 'provider' | 'model' | 'agentId'>
  requests: number
  unknown: number
  unpriced: number
  free: number
  readonly amounts: Sums
  readonly reserved: Sums
}

function add(sums: Map<string, Sum>, by: readonly SpendingDimension[], row: Row): void {
  const key = keyOf(by, row)
  const name = JSON.stringify(key)
  const sum = sums.get(name) ?? newSum(key)
  sums.set(name, sum)
  const requests = Number(row['requests'])
  const isUnknown = row['outcome'] === 'unknown'
  sum.requests += requests
  if (isUnknown) sum.unknown += requests
  if (row['price_source'] === 'free') sum.free += requests
  else if (row['unit'] === null) sum.unpriced += requests
  else addTo(isUnknown ? sum.reserved : sum.amounts, String(row['unit']), Number(row['millionths']))
}

function newSum(key: Sum['key']): Sum {
  const counts = { requests: 0, unknown: 0, unpriced: 0, free: 0 }
  return { key, ...counts, amounts: new Map(), reserved: new Map() }
}

function keyOf(by: readonly SpendingDimension[], row: Row): Sum['key'] {
  const text = (column: string): string => String(row[column])
  return {
    ...(by.includes('day') && { day: text('day') }),
    ...(by.includes('profile') && { profileId: text('profile_id') }),
    ...(by.includes('model') && { provider: text('provider'), model: text('model') }),
    ...(by.includes('agent') && { agentId: row['agent_id'] === null ? null : text('agent_id') }),
  }
}

/** The newest day first, then by the names of the sums. */
function byKey(
  [name, { key }]: readonly [string, Sum],
  [other, { key: otherKey }]: readonly [string, Sum],
): number {
  if (key.day !== otherKey.day) return (key.day ?? '') < (otherKey.day ?? '') ? 1 : -1
  return name < other ? -1 : 1
}

function rowOf({ key, amounts, reserved, ...counts }: Sum): SpendingRow {
  return { ...key, ...counts, amounts: amountsOf(amounts), reserved: amountsOf(reserved) }
}

/**
 * Every request that may have cost something, at a free service too. What lies in the future counts: a clock that was set back frees
 * nothing.
 */
export function spentSince(
  db: Database,
  of: { readonly profileId: string } | { readonly agentId: string },
  since: number,
): Spent {
  const [column, value] = 'profileId' in of ? ['profile_id', of.profileId] : ['agent_id', of.agentId]
  const rows = db.all(
    `SELECT unit, reserved_unit, price_source, count(*) AS requests, ${sumSql('reserved_millionths')} AS reserved,
       ${sumSql('iif(unit IS reserved_unit, max(millionths, reserved_millionths), millionths)')} AS millionths FROM requests
     WHERE ${column} = ? AND at >= ? AND ${COUNTS} GROUP BY unit, reserved_unit, price_source`,
    value,
    since,
  )
  const sums: Sums = new Map()
  let [requests, unpriced] = [0, 0]
  for (const row of rows) {
    requests += Number(row['requests'])
    if (row['unit'] !== null) addTo(sums, String(row['unit']), Number(row['millionths']))
    else if (row['price_source'] !== 'free') unpriced += Number(row['requests'])
    // Of two units nobody can say which is more: both count.
    const { reserved_unit: reservedUnit = null } = row
    if (reservedUnit !== null && reservedUnit !== row['unit']) {
      addTo(sums, String(reservedUnit), Number(row['reserved']))
    }
  }
  return { requests, unpriced, amounts: sums }
}

/** Of a profile by day, model and outcome, the newest day first. */
export function countRequests(
  { db, clock, calendar }: Pick<Context, 'db' | 'clock'> & { readonly calendar: Pick<Calendar, 'day'> },
  profileId: string,
  days: number,
): RequestCount[] {
  const rows = db.all(
    `SELECT day, profile_id, provider, model, outcome, count(*) AS number FROM requests
     WHERE day > ? AND profile_id = ?
     GROUP BY day, profile_id, provider, model, outcome
     ORDER BY day DESC, profile_id, provider, model, outcome`,
    calendar.day(clock.now() - days * 24 * 60 * 60_000),
    profileId,
  )
  return rows.map((row) => ({
    day: String(row['day']),
    profileId: String(row['profile_id']),
    provider: String(row['provider']),
    model: String(row['model']),
    outcome: row['outcome'] as RequestOutcome,
    number: Number(row['number']),
  }))
}
