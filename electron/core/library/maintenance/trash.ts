/**
 * The trash: what lies in it for 30 days is deleted for good, and so is what the user empties. The one place of Atelier that
 * deletes what was made. After a recovery nobody knows for sure what was thrown away and when, so that the 30 days begin anew.
 *
 * Order: the row, together with the intent; the file; the sidecar. So a crash never leaves a row without its file, and what is
 * left over goes at the next start.
 */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { readFact, type Database } from '../../store/database.ts'
import { diskFailure, fileFailure } from '../../store/disk-errors.ts'
import type { AssetStore } from '../assets/asset-store.ts'
import type { BackgroundQueue } from '../background-queue.ts'
import type { Library } from '../library.ts'
import { RECOVERED_AT } from '../library-recovery.ts'
import { dropEntries, loadSidecar } from '../assets/sidecar.ts'
import { insertRow, selectTexts } from '../../store/reader.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 50

export interface TrashDeps
  extends
    Pick<Library, 'store' | 'media' | 'contents' | 'sidecarQueue' | 'collections'>,
    Pick<Context, 'db' | 'clock' | 'events' | 'log'> {
  /** Deleting and rebuilding never run at once: a rebuild would take in what is half deleted. */
  readonly maintenanceQueue: BackgroundQueue
}

interface Purge {
  readonly assetId: string
  readonly sha256: string
  readonly extension: string
}

export function createTrash(deps: TrashDeps) {
  const { db, store, maintenanceQueue, clock, log } = deps
  let disarm: (() => void) | null = null
  let isClosed = false

  const purge = async (next: () => readonly string[]): Promise<number> => {
    let deleted = 0
    for (let ids = next(); ids.length > 0 && !isClosed; ids = next()) {
      const due = forgetRows(db, store, ids)
      if (due.length === 0) {
        await yieldToEventLoop()
        continue
      }
      deleted += due.length
      await finish(due)
      deps.events.emit('library.changed', { ids: due.map(({ assetId }) => assetId) })
    }
    if (deleted > 0) deps.collections.announce()
    return deleted
  }
  const finish = async (due: readonly Purge[]): Promise<void> => {
    for (const [sha256, own] of Map.groupBy(due, (one) => one.sha256)) {
      try {
        await deps.contents.hold(sha256, () => deleteFiles(deps, sha256, own))
      } catch (error) {
        // It is noted, and goes another day: a file that another program holds keeps none of the others.
        if (fileFailure(error) === null) throw error
        log(`The file of ${sha256} could not be deleted yet: ${String(error)}`)
      }
    }
  }
  const purgeDue = async (): Promise<void> => {
    try {
      await finish(readPurges(db))
      const before = clock.now() - KEPT_MS
      if (Number(readFact(db, RECOVERED_AT) ?? before) > before) return
      await purge(() => trashedBefore(db, before))
    } catch (error) {
      // Noted, so that it is gone on with tomorrow.
      if (!diskFailure(error)) log(`The trash could not be emptied: ${String(error)}`)
    }
  }
  const purgeDaily = (): void => {
    maintenanceQueue.runLater(purgeDue)
    disarm = clock.after(DAY_MS, purgeDaily)
  }
  return {
    /** Finishes what a crash interrupted, and deletes once a day what has been there for 30 days. */
    start: purgeDaily,
    /**
     * Deletes for good those of `ids` that are in the trash, or everything that is in it now: what is thrown away while this waits
     * or runs stays. Returns how many.
     */
    empty: (ids?: readonly string[]): Promise<number> => {
      const asked = ids
        ? [...new Set(ids)]
        : selectTexts(db, 'SELECT id FROM assets WHERE trashed_at IS NOT NULL')
      return maintenanceQueue.run(() => purge(() => asked.splice(0, AT_ONCE)))
    },
    close: async (): Promise<void> => {
      isClosed = true
      disarm?.()
      await maintenanceQueue.close()
    },
  }
}

/** Those that are in the trash at this moment. Durable, with the intent to delete the files. */
function forgetRows(db: Database, store: AssetStore, ids: readonly string[]): readonly Purge[] {
  return db.durably(() => {
    const due = ids.flatMap((assetId) => {
      const record = store.find(assetId)
      if (record?.trashedAt === undefined) return []
      return [{ assetId, sha256: record.sha256, extension: record.extension }]
    })
    for (const purge of due) insertRow(db, 'OR REPLACE INTO purges', purge)
    store.remove(due.map(({ assetId }) => assetId))
    return due
  })
}

/** Deletes the entries, and the files when no other asset has this content. */
async function deleteFiles(
  { db, media, sidecarQueue }: TrashDeps,
  sha256: string,
  due: readonly Purge[],
): Promise<void> {
  // One that was made again meanwhile is not what was deleted.
  const gone = due.filter(({ assetId }) => !db.get('SELECT 1 FROM assets WHERE id = ?', assetId))
  const sidecar = media.sidecarPath(sha256)
  const ids = new Set(gone.map(({ assetId }) => assetId))
  const left = await sidecarQueue.run(() => takeOut(sidecar, ids))
  if (left === 0 && !db.get('SELECT 1 FROM assets WHERE sha256 = ? LIMIT 1', sha256)) {
    for (const { extension } of gone) await rm(media.ownPath(sha256, extension), { force: true })
    // A watched folder does not bring back what was deleted.
    db.run('UPDATE archive_files SET in_place = 0 WHERE sha256 = ?', sha256)
    await rm(sidecar, { force: true })
    await deleteDerived(media.thumbPath(sha256))
  }
  db.transaction(() => {
    for (const { assetId } of due) db.run('DELETE FROM purges WHERE asset_id = ?', assetId)
  })
}

/**
 * Returns how many entries are left. The sidecar of a content that goes altogether need not be written: without its file, an
 * entry in the trash means nothing to a rebuild.
 */
async function takeOut(path: string, ids: ReadonlySet<string>): Promise<number> {
  const sidecar = await loadSidecar(path)
  const left =
    typeof sidecar === 'object' ? sidecar.entries.filter(({ assetId }) => !ids.has(assetId)).length : 0
  if (left > 0 || sidecar === 'damaged') await dropEntries(path, ids)
  return left
}

/** Everything that was made from a content: its thumbnail, and what is named after that. */
async function deleteDerived(thumbPath: string): Promise<void> {
  const folder = dirname(thumbPath)
  const stem = basename(thumbPath, '.webp')
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(`${stem}.`)) await rm(join(folder, name), { force: true })
}

function readPurges(db: Database): readonly Purge[] {
  return db.all('SELECT asset_id, sha256, extension FROM purges').map((row) => ({
    assetId: String(row['asset_id']),
    sha256: String(row['sha256']),
    extension: String(row['extension']),
  }))
}

function trashedBefore(db: Database, moment: number): readonly string[] {
  return selectTexts(
    db,
    `SELECT id FROM assets WHERE trashed_at <= ? ORDER BY trashed_at LIMIT ${AT_ONCE}`,
    moment,
  )
}
