/** Assets that look alike, and assets with the same bytes. Leaves out what is in the trash. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Asset, DuplicateGroup } from '#contract/library.ts'
import { type Database, readFact, writeFact } from '#core/store/database.ts'
import { selectTexts } from '#core/store/reader.ts'
import { UNREADABLE, type Reader } from '#core/reading/reader.ts'
import type { Context } from '../../context/context.ts'
import { ASSET_COLUMNS, toAsset, toAssetRecord, type AssetRecord } from '../assets/asset-row.ts'
import type { HashStore } from './hash-store.ts'
import { groupSimilar, nearestHashes } from './compare-hashes.ts'
import type { Thumbnails } from '../thumbnails/thumbnails.ts'

const MAX_SIMILAR = 60
const MAX_GROUPS = 200
const MAX_IN_GROUP = 50

/** The assets that look most like this one, nearest first, without those of the same bytes. Empty for what is no image. */
export async function similarAssets(
  db: Database,
  hashes: HashStore,
  record: AssetRecord,
): Promise<readonly Asset[]> {
  const hash = hashes.find(record.sha256)
  if (!hash) return []
  const near = nearestHashes(await hashes.table(), hash, MAX_SIMILAR + 1)
  return near.flatMap((seq) => {
    const content = hashes.contentOf(seq)
    return content === null || content === record.sha256 ? [] : withContent(db, content)
  })
}

/**
 * Groups of two and more: first those with the same bytes, then those that look the same. At most 200 of each. A group is of
 * one kind, and holds nothing that was made from another of it.
 */
export async function duplicateGroups(db: Database, hashes: HashStore): Promise<readonly DuplicateGroup[]> {
  const sql = `SELECT sha256 FROM assets WHERE trashed_at IS NULL GROUP BY sha256 HAVING count(*) > 1 LIMIT ${MAX_GROUPS}`
  const same: DuplicateGroup[] = []
  for (const sha256 of selectTexts(db, sql)) {
    same.push(...comparable(db, withContent(db, sha256)).map((assets) => ({ kind: 'same' as const, assets })))
    await yieldToEventLoop()
  }
  const similar: DuplicateGroup[] = []
  for (const group of await groupSimilar(await hashes.table())) {
    const assets = await assetsOf(db, hashes, group)
    for (const some of comparable(db, assets).flatMap((kind) => unintended(db, kind)))
      if (new Set(some.map(({ sha256 }) => sha256)).size > 1) similar.push({ kind: 'similar', assets: some })
    if (similar.length >= MAX_GROUPS) break
  }
  return [...same, ...similar]
}

/** The first of a group, which in a library of one motif may have most of the library. Yields to the event loop. */
async function assetsOf(
  db: Database,
  hashes: HashStore,
  group: readonly number[],
): Promise<readonly Asset[]> {
  const assets: Asset[] = []
  for (const [index, seq] of group.entries()) {
    if (assets.length >= MAX_IN_GROUP) break
    const content = hashes.contentOf(seq)
    if (content !== null) assets.push(...withContent(db, content))
    if (index % STEP === 0) await yieldToEventLoop()
  }
  return assets.slice(0, MAX_IN_GROUP)
}

/** The assets by kind, without those that were made from others of them. */
function comparable(db: Database, assets: readonly Asset[]): readonly (readonly Asset[])[] {
  const kinds = [...new Set(assets.map(({ kind }) => kind))]
  return kinds
    .map((kind) => {
      const group = assets.filter((asset) => asset.kind === kind)
      const ids = new Set(group.map(({ id }) => id))
      return group.filter(({ id }) => !ancestorsOf(db, id).some((ancestor) => ids.has(ancestor)))
    })
    .filter(({ length }) => length > 1)
}

/**
 * Those that nobody made to be compared: of one model, and of each press of Generate one alone. What has no model belongs to the first.
 */
function unintended(db: Database, assets: readonly Asset[]): readonly (readonly Asset[])[] {
  const first = assets.find(({ model }) => model !== '')?.model ?? ''
  return Array.from(Map.groupBy(assets, ({ model }) => model || first).values(), (some) => {
    const presses = new Set<string>()
    return some.filter(({ taskId }) => {
      const press = taskId === undefined ? undefined : pressOf(db, taskId)
      if (press === undefined) return true
      const isFirst = !presses.has(press)
      presses.add(press)
      return isFirst
    })
  }).filter(({ length }) => length > 1)
}

/** The batch of a task, which may be gone from the queue: results of one task belong together all the same. */
function pressOf(db: Database, taskId: string): string {
  return String(db.get('SELECT batch_id FROM tasks WHERE id = ?', taskId)?.['batch_id'] ?? taskId)
}

/** What an asset was made from, over any number of steps; not itself. */
function ancestorsOf(db: Database, id: string): readonly string[] {
  return selectTexts(
    db,
    `WITH RECURSIVE above (id) AS (
       SELECT ?
       UNION SELECT o.from_asset_id FROM above JOIN asset_origins o ON o.asset_id = above.id
       UNION SELECT a.id FROM above JOIN asset_inputs i ON i.asset_id = above.id JOIN assets a ON a.sha256 = i.sha256
     ) SELECT id FROM above WHERE id <> ?`,
    id,
    id,
  )
}

function withContent(db: Database, sha256: string): readonly Asset[] {
  return db
    .all(
      `SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.sha256 = ? AND a.trashed_at IS NULL
       ORDER BY a.created_at DESC LIMIT ${MAX_IN_GROUP}`,
      sha256,
    )
    .map((row) => toAsset(toAssetRecord(row)))
}

/** The first minute after the start belongs to the user. */
const REST_MS = 60_000
/** Rows read before yielding to the event loop: a few milliseconds, however many are not images. */
const STEP = 200
const FACT = 'perceptualHashes.filled'

interface HashFillerDeps extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly hashes: HashStore
  readonly thumbnails: Thumbnails
  readonly reader: Reader
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
