/**
 * Keeps sidecars up with their rows. What is behind is noted in the same transaction as the change, so that neither a crash
 * nor a full disk leaves a sidecar older than its row for good.
 */
import type { Context } from '../../context/context.ts'
import { COMMITS, readFact, type Database } from '../../store/database.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { toSidecar, type AssetRecord } from './asset-row.ts'
import type { AssetStore } from './asset-store.ts'
import { contentsOfInputs, originOf, takesOf } from './lineage.ts'
import type { MediaFolder } from './media-folder.ts'
import { outsidePathOf } from './outside-files.ts'
import type { BackgroundQueue } from '../background-queue.ts'
import { mergeSidecar, type Sidecar } from './sidecar.ts'
import { insertRow, selectTexts } from '../../store/reader.ts'

/** Every write waits for the disk twice; a few together let it sync them at once. */
const AT_ONCE = 8
const RETRY_MS = 10_000
/** The next start writes what is left. */
const MAX_END_MS = 2_000

export interface SidecarWriterDeps extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly store: AssetStore
  readonly media: MediaFolder
  /** Sidecars are changed one after the other. */
  readonly queue: BackgroundQueue
}

export type SidecarWriter = ReturnType<typeof createSidecarWriter>

interface Due {
  readonly assetId: string
  readonly changes: number
}

export function createSidecarWriter(deps: SidecarWriterDeps) {
  const { db, queue, clock, log } = deps
  let cancelRetry: (() => void) | null = null
  let endAt = Infinity
  let isWriting = false
  let isMoreDue = false

  /** Returns the last of those it wrote, or tried to; null where there is none left. */
  const writeStep = async (after: string, failed: () => void): Promise<string | null> => {
    const due = nextDue(db, after)
    const outcomes = await Promise.allSettled([...byContent(deps, due)].map((part) => write(deps, part)))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      failed()
      if (!diskFailure(outcome.reason)) log(`A sidecar could not be written: ${String(outcome.reason)}`)
    }
    return due.at(-1)?.assetId ?? null
  }
  const writeAll = async (): Promise<void> => {
    let hasFailed = false
    const failed = () => void (hasFailed = true)
    try {
      isWriting = true
      while (isMoreDue) {
        isMoreDue = false
        // Each step has its own turn: a result whose sidecar is written now does not wait for thousands.
        let after: string | null = ''
        while (after !== null && performance.now() <= endAt) {
          const from: string = after
          after = await queue.run(() => writeStep(from, failed))
        }
      }
    } finally {
      isWriting = false
    }
    if (hasFailed && endAt === Infinity) cancelRetry ??= clock.after(RETRY_MS, retry)
  }
  const flush = (): void => {
    isMoreDue = true
    if (!isWriting) queue.runBeside(writeAll)
  }
  const retry = (): void => {
    cancelRetry = null
    flush()
  }
  return {
    /** Notes that the sidecars of these assets are behind. Part of the caller's transaction. */
    due: (assetIds: readonly string[]): void => {
      for (const assetId of assetIds)
        insertRow(db, 'INTO sidecars_due', { assetId }, 'ON CONFLICT DO UPDATE SET changes = changes + 1')
    },
    /** Writes what is behind, in the background. */
    flush,
    /** Writes on for a moment; what is left is noted. */
    close: (): void => {
      endAt = performance.now() + MAX_END_MS
      cancelRetry?.()
    },
  }
}

/** Whether the row knows what the sidecar does not. */
export function isSidecarDue(db: Pick<Database, 'get'>, assetId: string): boolean {
  return db.get('SELECT 1 FROM sidecars_due WHERE asset_id = ?', assetId) !== null
}

/** The sidecar of an asset, with what other tables know of it. */
export function fullSidecar(db: Database, record: Omit<AssetRecord, 'seq'>): Sidecar {
  const sidecar = toSidecar(record)
  const contents = contentsOfInputs(db, record.id)
  const fromAssetId = originOf(db, record.id)
  const takeOf = takesOf(db, record.id)
  const sql = 'SELECT collection_id FROM collection_assets WHERE asset_id = ? ORDER BY collection_id'
  const collections = selectTexts(db, sql, record.id)
  const entries = sidecar.entries.map((entry) => ({
    ...entry,
    ...(collections.length > 0 ? { collections } : {}),
    ...(fromAssetId === undefined ? {} : { fromAssetId }),
    ...(takeOf.length > 0 ? { takeOf: [...takeOf] } : {}),
    inputs: entry.inputs.map((input) => {
      const sha256 = contents.get(input.inputId)
      return sha256 === undefined ? input : { ...input, sha256 }
    }),
  }))
  const outsidePath = outsidePathOf(db, record.sha256)
  return { ...sidecar, ...(outsidePath !== null && { outsidePath }), entries }
}

function nextDue(db: Database, after: string): readonly Due[] {
  return db
    .all(
      'SELECT asset_id, changes FROM sidecars_due WHERE asset_id > ? ORDER BY asset_id LIMIT ?',
      after,
      AT_ONCE,
    )
    .map((row) => ({ assetId: String(row['asset_id']), changes: Number(row['changes']) }))
}

interface Part {
  readonly sidecar: Sidecar | null
  readonly due: readonly Due[]
}

/** Assets of the same content share a sidecar. Those that are gone have none. */
function* byContent({ db, store }: SidecarWriterDeps, due: readonly Due[]): Generator<Part> {
  const commits = Number(readFact(db, COMMITS) ?? 0)
  const parts = Map.groupBy(due, ({ assetId }) => store.find(assetId)?.sha256 ?? null)
  for (const [sha256, own] of parts) {
    const sidecars = own.flatMap(({ assetId }) => {
      const record = sha256 === null ? null : store.find(assetId)
      return record ? [fullSidecar(db, record)] : []
    })
    const [first] = sidecars
    const entries = sidecars.flatMap((one) => one.entries.map((entry) => ({ ...entry, commits })))
    const sidecar = first ? { ...first, entries } : null
    yield { sidecar, due: own }
  }
}

async function write({ db, media }: SidecarWriterDeps, { sidecar, due }: Part): Promise<void> {
  if (sidecar) await mergeSidecar(media.sidecarPath(sidecar.sha256), sidecar)
  db.transaction(() => {
    // One that changed meanwhile stays due.
    for (const { assetId, changes } of due)
      db.run('DELETE FROM sidecars_due WHERE asset_id = ? AND changes = ?', assetId, changes)
  })
}
