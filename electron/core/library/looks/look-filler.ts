/**
 * Makes good what a rebuild or a deleted folder left out: walks the library in the background, one picture at a time, until
 * each has its thumbnail and its look. How far it came is kept, so that a start has nothing to walk again.
 */
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../store/database.ts'
import { ASSET_COLUMNS, toAssetRecord, type AssetRecord } from '../asset-row.ts'
import type { Thumbnails } from '../thumbnails.ts'
import type { LookStore } from './look-store.ts'
import { lookOf } from './perceptual-hash.ts'

/** The first minute of a start belongs to the user. */
const REST_MS = 60_000
const STEP = 100
const FACT = 'looks.filled'

export interface LookFillerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly looks: LookStore
  readonly thumbnails: Thumbnails
  readonly log: (line: string) => void
}

export interface LookFiller {
  /** Walks on after a rest. Called again, it begins anew at where it stopped. */
  start(): void
  /** Stops after the picture at hand. */
  close(): Promise<void>
}

export function createLookFiller({ db, clock, looks, thumbnails, log }: LookFillerDeps): LookFiller {
  let disarm: (() => void) | null = null
  let walking: Promise<void> | null = null
  let isClosed = false

  const fill = async (record: AssetRecord): Promise<void> => {
    if (record.kind !== 'image' || looks.has(record.sha256)) return
    const thumbnail = await thumbnails.ensure(record, 'ahead')
    if (thumbnail !== null && !looks.has(record.sha256)) looks.record(record.sha256, await lookOf(thumbnail))
  }
  const walk = async (): Promise<void> => {
    let records: readonly AssetRecord[]
    do {
      records = nextRecords(db)
      for (const record of records) {
        if (isClosed) return
        // A thumbnail that cannot be read has no look: its picture is only not found among those that are alike.
        await fill(record).catch((error: unknown) => log(`No look for ${record.id}: ${String(error)}`))
        writeProgress(db, record.seq)
      }
    } while (records.length > 0)
  }
  return {
    start: () => {
      disarm?.()
      disarm = clock.after(REST_MS, () => {
        walking ??= walk().finally(() => (walking = null))
      })
    },
    close: async () => {
      isClosed = true
      disarm?.()
      await walking
    },
  }
}

function nextRecords(db: Database): readonly AssetRecord[] {
  const after = z.coerce
    .number()
    .catch(0)
    .parse(db.get('SELECT value FROM facts WHERE name = ?', FACT)?.['value'])
  return db
    .all(`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.seq > ? ORDER BY a.seq LIMIT ${STEP}`, after)
    .map(toAssetRecord)
}

function writeProgress(db: Database, seq: number): void {
  db.run(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    FACT,
    String(seq),
  )
}
