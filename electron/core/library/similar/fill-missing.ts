/**
 * Makes the thumbnails and perceptual hashes that a rebuild or a deleted folder left out: one image at a time, in the
 * background. Stores its progress, so that a restart continues there.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import { readFact, writeFact, type Database } from '../../store/database.ts'
import { ASSET_COLUMNS, toAssetRecord, type AssetRecord } from '../assets/asset-row.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'
import type { HashStore } from './hash-store.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'

/** The first minute after the start belongs to the user. */
const REST_MS = 60_000
/** Rows read before yielding to the event loop: a few milliseconds, however many are not images. */
const STEP = 200
const FACT = 'perceptualHashes.filled'

export interface HashFillerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly hashes: HashStore
  readonly thumbnails: Thumbnails
  readonly reader: Reader
  readonly log: (line: string) => void
}

export function createHashFiller({ db, clock, hashes, thumbnails, reader, log }: HashFillerDeps) {
  let disarm: (() => void) | null = null
  let walking: Promise<void> | null = null
  let isClosed = false

  const fill = async (record: AssetRecord): Promise<void> => {
    const thumbnail = await thumbnails.ensure(record, 'ahead')
    if (thumbnail === null || hashes.has(record.sha256)) return
    const { sha256 } = record
    const hash = await reader.read('perceptualHash', { path: thumbnail }, { sha256 })
    if (hash !== UNREADABLE) hashes.record(sha256, hash)
  }
  const walk = async (): Promise<void> => {
    for (let step = nextStep(db); step.last !== null; step = nextStep(db)) {
      for (const record of step.images) {
        if (isClosed) return
        if (hashes.has(record.sha256)) continue
        // Without a hash the image is only missing from the similar ones.
        await fill(record).catch((error: unknown) =>
          log(`No perceptual hash for ${record.id}: ${String(error)}`),
        )
        writeFact(db, FACT, String(record.seq))
      }
      writeFact(db, FACT, String(step.last))
      // Nothing above awaits where there is nothing to make.
      await yieldToEventLoop()
      if (isClosed) return
    }
  }
  return {
    /** Starts after `REST_MS`, where the last run stopped. */
    start: (): void => {
      disarm?.()
      disarm = clock.after(REST_MS, () => {
        walking ??= walk()
          .catch((error: unknown) => log(`Making perceptual hashes stopped: ${String(error)}`))
          .finally(() => (walking = null))
      })
    },
    /** Stops after the current image. */
    close: async (): Promise<void> => {
      isClosed = true
      disarm?.()
      await walking
    },
  }
}

interface Step {
  readonly images: readonly AssetRecord[]
  /** The last row read; null at the end of the library. */
  readonly last: number | null
}

function nextStep(db: Database): Step {
  const after = z.coerce.number().catch(0).parse(readFact(db, FACT))
  const range = db.get(
    `SELECT max(seq) AS last FROM (SELECT seq FROM assets WHERE seq > ? ORDER BY seq LIMIT ${STEP})`,
    after,
  )
  const last = range?.['last'] ?? null
  const images = db.all(
    `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.seq > ? AND a.seq <= ? AND a.kind = 'image' ORDER BY a.seq`,
    after,
    last,
  )
  return { images: images.map(toAssetRecord), last: last === null ? null : Number(last) }
}
