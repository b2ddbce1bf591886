/**
 * The looks of every picture of the library, by content: in the database, and in two typed arrays for comparing.
 *
 * The arrays are read on the first comparison and kept up from then on: 12 bytes a picture.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '../../store/database.ts'
import type { Look } from './perceptual-hash.ts'

const STEP = 4_000

/** Looks in the order of `seqs`; only the first `length` of each array are meant. */
export interface LookTable {
  readonly length: number
  readonly seqs: Uint32Array
  readonly highs: Uint32Array
  readonly lows: Uint32Array
}

export interface LookStore {
  /** null notes that the picture is flat, so that it is not looked at again. */
  record(sha256: string, look: Look | null): void
  find(sha256: string): Look | null
  has(sha256: string): boolean
  /** Every look; read in steps, so that the event loop is never held. */
  table(): Promise<LookTable>
  /** The content of the look with this number. */
  contentOf(seq: number): string | null
}

export function createLookStore(db: Database): LookStore {
  let reading: Promise<void> | null = null
  let table: LookTable = {
    length: 0,
    seqs: new Uint32Array(0),
    highs: new Uint32Array(0),
    lows: new Uint32Array(0),
  }
  const append = (rows: readonly { readonly seq: number; readonly high: number; readonly low: number }[]) => {
    const grown = roomFor(table, table.length + rows.length)
    for (const [index, { seq, high, low }] of rows.entries()) {
      grown.seqs[table.length + index] = seq
      grown.highs[table.length + index] = high
      grown.lows[table.length + index] = low
    }
    table = { ...grown, length: table.length + rows.length }
  }
  const readOn = async (): Promise<void> => {
    for (;;) {
      const last = table.length === 0 ? 0 : (table.seqs[table.length - 1] ?? 0)
      const rows = db.all(
        `SELECT seq, high, low FROM asset_looks WHERE seq > ? AND high IS NOT NULL ORDER BY seq LIMIT ${STEP}`,
        last,
      )
      append(
        rows.map((row) => ({ seq: Number(row['seq']), high: Number(row['high']), low: Number(row['low']) })),
      )
      if (rows.length < STEP) return
      await breathe()
    }
  }
  return {
    record: (sha256, look) => {
      db.run(
        'INSERT OR IGNORE INTO asset_looks (sha256, high, low) VALUES (?, ?, ?)',
        sha256,
        look?.high ?? null,
        look?.low ?? null,
      )
    },
    has: (sha256) => db.get('SELECT 1 FROM asset_looks WHERE sha256 = ?', sha256) !== null,
    find: (sha256) => {
      const row = db.get('SELECT high, low FROM asset_looks WHERE sha256 = ? AND high IS NOT NULL', sha256)
      return row ? { high: Number(row['high']), low: Number(row['low']) } : null
    },
    table: async () => {
      reading ??= readOn().finally(() => (reading = null))
      await reading
      return table
    },
    contentOf: (seq) => {
      const row = db.get('SELECT sha256 FROM asset_looks WHERE seq = ?', seq)
      return row ? String(row['sha256']) : null
    },
  }
}

function roomFor(table: LookTable, length: number): LookTable {
  if (table.seqs.length >= length) return table
  const capacity = Math.max(1_024, 2 ** Math.ceil(Math.log2(length)))
  const grown = (values: Uint32Array): Uint32Array => {
    const larger = new Uint32Array(capacity)
    larger.set(values)
    return larger
  }
  return {
    length: table.length,
    seqs: grown(table.seqs),
    highs: grown(table.highs),
    lows: grown(table.lows),
  }
}
