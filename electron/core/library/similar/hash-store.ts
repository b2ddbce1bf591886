/**
 * The perceptual hashes of all images, by content: in the database, and in typed arrays for comparing.
 *
 * The first comparison fills the arrays, later ones add what is new: 12 bytes per image.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../store/database.ts'
import { ensureLength } from '../search/packed-lists.ts'
import type { PerceptualHash } from './perceptual-hash.ts'
import { insertRow } from '../../store/reader.ts'

const STEP = 4_000

/** Hashes in the order of `seqs`; only the first `length` entries of each array are used. */
export interface HashColumns {
  readonly length: number
  readonly seqs: Uint32Array<ArrayBuffer>
  readonly highs: Uint32Array<ArrayBuffer>
  readonly lows: Uint32Array<ArrayBuffer>
}

export type HashStore = ReturnType<typeof createHashStore>

export function createHashStore(db: Database) {
  let reading: Promise<void> | null = null
  let table: HashColumns = {
    length: 0,
    seqs: new Uint32Array(0),
    highs: new Uint32Array(0),
    lows: new Uint32Array(0),
  }
  const append = (rows: readonly { readonly seq: number; readonly high: number; readonly low: number }[]) => {
    const length = table.length + rows.length
    const seqs = ensureLength(table.seqs, length)
    const highs = ensureLength(table.highs, length)
    const lows = ensureLength(table.lows, length)
    for (const [index, { seq, high, low }] of rows.entries()) {
      seqs[table.length + index] = seq
      highs[table.length + index] = high
      lows[table.length + index] = low
    }
    table = { length, seqs, highs, lows }
  }
  const readNew = async (): Promise<void> => {
    for (;;) {
      const last = table.length === 0 ? 0 : (table.seqs[table.length - 1] ?? 0)
      const rows = db.all(
        `SELECT seq, high, low FROM perceptual_hashes WHERE seq > ? AND high IS NOT NULL ORDER BY seq LIMIT ${STEP}`,
        last,
      )
      append(
        rows.map((row) => ({ seq: Number(row['seq']), high: Number(row['high']), low: Number(row['low']) })),
      )
      if (rows.length < STEP) return
      await yieldToEventLoop()
    }
  }
  return {
    /** null records that the image is flat, so that it is not hashed again. */
    record: (sha256: string, hash: PerceptualHash | null): void => {
      insertRow(db, 'OR IGNORE INTO perceptual_hashes', { sha256, ...hash })
    },
    has: (sha256: string): boolean =>
      db.get('SELECT 1 FROM perceptual_hashes WHERE sha256 = ?', sha256) !== null,
    find: (sha256: string): PerceptualHash | null => {
      const row = db.get(
        'SELECT high, low FROM perceptual_hashes WHERE sha256 = ? AND high IS NOT NULL',
        sha256,
      )
      return row ? { high: Number(row['high']), low: Number(row['low']) } : null
    },
    /** Every hash. Yields to the event loop while reading. */
    table: async (): Promise<HashColumns> => {
      reading ??= readNew().finally(() => (reading = null))
      await reading
      return table
    },
    /** The content (`sha256`) of the hash with this `seq`. */
    contentOf: (seq: number): string | null => {
      const row = db.get('SELECT sha256 FROM perceptual_hashes WHERE seq = ?', seq)
      return row ? String(row['sha256']) : null
    },
  }
}
