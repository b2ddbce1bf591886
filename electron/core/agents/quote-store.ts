/**
 * Quotes, from the question to what became of it.
 *
 * A quote is open for ten minutes, by the wall clock and by the one that only grows. After a restart the wall clock alone is there: one
 * that was set back meanwhile expires what is open.
 */
import { randomUUID } from 'node:crypto'
import type { QuoteState } from '#contract/agents.ts'
import type { Clock } from '../ports/clock.ts'
import type { Database } from '../store/database.ts'
import { writeIfPossible } from '../store/disk-errors.ts'
import { createDecisionWaits } from './decision-waits.ts'
import { createQuoteRows, idOfQuote, isOpen, type QuoteRecord } from './quote-rows.ts'

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
  /** As it is now: what is due has expired. */
  const find = (id: string): QuoteRecord | null => {
    const quote = rows.find(id)
    if (!quote || !isOpen(quote.state) || (clock.now() < quote.expiresAt && timers.has(id))) return quote
    // It has expired, whether the disk can be told or not.
    writeIfPossible(() => close(id, 'expired'))
    return { ...quote, state: 'expired', requests: [] }
  }
  const findOpen = (id: string): QuoteRecord[] => {
    const quote = find(id)
    return quote && isOpen(quote.state) ? [quote] : []
  }
  const open = (): readonly QuoteRecord[] => rows.openIds().flatMap(findOpen)
  resume(rows, clock.now(), timers.arm)
  rows.sweep(clock.now())
  return {
    find,
    open,
    countOpen: (agentId: string): number => open().filter((quote) => quote.agentId === agentId).length,
    /**
     * Makes room: the agent's oldest quote expires that was neither asked for nor approved, such as one whose answer was lost. False
     * where there is none.
     */
    expireOldest: (agentId: string): boolean => {
      const oldest = open().find(
        (quote) => quote.agentId === agentId && quote.state === 'quoted' && quote.askedAt === undefined,
      )
      if (oldest) close(oldest.id, 'expired')
      return oldest !== undefined
    },
    /** What the last run left open, whatever time has passed since. */
    leftOpen: (): readonly QuoteRecord[] => rows.openIds().flatMap((id) => rows.find(id) ?? []),
    add: (quote: Pick<QuoteRecord, 'agentId' | 'profileId' | 'address' | 'requests'>): QuoteRecord => {
      const now = clock.now()
      rows.sweep(now)
      const record = { ...quote, id: idOfQuote(randomUUID()), createdAt: now, expiresAt: now + QUOTE_MS }
      rows.insert({ ...record, state: 'quoted' })
      timers.arm(record.id, QUOTE_MS)
      onChange()
      return { ...record, state: 'quoted' }
    },
    /** Its agent wants to send it. */
    ask: ({ id, askedAt }: QuoteRecord): void => {
      if (askedAt !== undefined) return
      rows.ask(id, clock.now())
      onChange()
    },
    /** The user's word, before its agent asked. */
    approve: ({ id }: QuoteRecord): void => {
      rows.approve(id, clock.now())
      decided(id, 'approved')
    },
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

/** One for each open quote. */
function createTimers(clock: Clock, expire: (id: string) => void) {
  const timers = new Map<string, () => void>()
  const ring = (id: string): void => {
    timers.delete(id)
    // Without its timer it has expired for whoever asks.
    writeIfPossible(() => expire(id))
  }
  return {
    has: (id: string): boolean => timers.has(id),
    arm: (id: string, waitMs: number): void => {
      timers.set(
        id,
        clock.after(waitMs, () => ring(id)),
      )
    },
    stop: (id: string): void => {
      timers.get(id)?.()
      timers.delete(id)
    },
    stopAll: (): void => {
      for (const disarm of timers.values()) disarm()
    },
  }
}
