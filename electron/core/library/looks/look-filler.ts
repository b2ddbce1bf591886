/**
 * Makes good what a rebuild or a deleted folder left out: walks the library in the background, one picture at a time, until
 * each has its thumbnail and its look. How far it came is kept, so that a start has nothing to walk again.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../store/database.ts'
import { ASSET_COLUMNS, toAssetRecord, type AssetRecord } from '../assets/asset-row.ts'
import type { Thumbnails } from '../thumbnails.ts'
import type { LookStore } from './look-store.ts'
import { lookOf } from './perceptual-hash.ts'

/** The first minute of a start belongs to the user. */
const REST_MS = 60_000
/** Rows looked at between two turns of the event loop: some milliseconds, however many of them are no pictures. */
const STEP = 200
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
    const thumbnail = await thumbnails.ensure(record, 'ahead')
    if (thumbnail !== null && !looks.has(record.sha256)) looks.record(record.sha256, await lookOf(thumbnail))
  }
  const walk = async (): Promise<void> => {
    for (let step = nextStep(db); step.last !== null; step = nextStep(db)) {
      for (const record of step.pictures) {
        if (isClosed) return
        if (looks.has(record.sha256)) continue
        // A thumbnail that cannot be read has no look: its picture is only not found among those that are alike.
        await fill(record).catch((error: unknown) => log(`No look for ${record.id}: ${String(error)}`))
        writeProgress(db, record.seq)
      }
      writeProgress(db, step.last)
      // Where there is nothing to make, nothing above waits.
      await breathe()
      if (isClosed) return
    }
  }
  return {
    start: () => {
      disarm?.()
      disarm = clock.after(REST_MS, () => {
        walking ??= walk()
          .catch((error: unknown) => log(`Looks were not made to the end: ${String(error)}`))
          .finally(() => (walking = null))
      })
    },
    close: async () => {
      isClosed = true
      disarm?.()
      await walking
    },
  }
}

interface Step {
  readonly pictures: readonly AssetRecord[]
  /** The last row that was looked at; null at the end of the library. */
  readonly last: number | null
}

function nextStep(db: Database): Step {
  const after = z.coerce
    .number()
    .catch(0)
    .parse(db.get('SELECT value FROM facts WHERE name = ?', FACT)?.['value'])
  const range = db.get(
    `SELECT max(seq) AS last FROM (SELECT seq FROM assets WHERE seq > ? ORDER BY seq LIMIT ${STEP})`,
    after,
  )
  const last = range?.['last'] ?? null
  const pictures = db.all(
    `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.seq > ? AND a.seq <= ? AND a.kind = 'image' ORDER BY a.seq`,
    after,
    last,
  )
  return { pictures: pictures.map(toAssetRecord), last: last === null ? null : Number(last) }
}

function writeProgress(db: Database, seq: number): void {
  db.run(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    FACT,
    String(seq),
  )
}
