/**
 * Makes assets of many complete files at once, whose facts are known: one transaction, and the disk is waited for together.
 *
 * Order as in add-asset.ts: file, sidecar, row. A file that stays outside is the user's, and safe without us: its sidecar is noted as due
 * with its row, and written later.
 */
import { type AssetRecord, toSidecar } from './asset-row.ts'
import { type AddAssetDeps, newRecord, type NewAsset, withLineage } from './add-asset.ts'
import { recordInputs, withContents } from './lineage.ts'
import type { MediaFacts } from './measure.ts'
import { fullSidecar, type SidecarWriter } from './sidecar-writer.ts'
import { mergeSidecar } from './sidecar.ts'

/** A file of which all is known. It came from no task, and is no take. */
export type MeasuredAsset = Omit<NewAsset, 'facts'> & {
  readonly facts: Omit<NewAsset['facts'], 'fromAssetId' | 'shot'>
  readonly measured: MediaFacts
  /** It stays where it is, and is only ever read. */
  readonly isOutside: boolean
}

export interface AddAssetsDeps extends AddAssetDeps {
  readonly sidecars: Pick<SidecarWriter, 'due'>
}

export interface AddedAsset {
  readonly id: string
  readonly isNew: boolean
}

/** Part of the transaction. Gets the assets in the order in which they were given. */
export type AlsoInIt = (added: readonly AddedAsset[]) => void

/** Files are synced by whoever wrote them, and moved to their final place. */
export async function addAssets(
  deps: AddAssetsDeps,
  assets: readonly MeasuredAsset[],
  also: AlsoInIt,
): Promise<readonly AddedAsset[]> {
  const { contents } = deps
  const hashes = [...new Set(assets.map(({ file }) => file.sha256))].toSorted()
  // In one order for all who hold several, so that no two wait for each other.
  const work = () => addHeld(deps, assets, also)
  return hashes.reduceRight((inner, sha256) => () => contents.hold(sha256, inner), work)()
}

async function addHeld(
  deps: AddAssetsDeps,
  assets: readonly MeasuredAsset[],
  also: AlsoInIt,
): Promise<readonly AddedAsset[]> {
  const { db, store, sidecars } = deps
  const records = assets.map((asset) => newRecord(deps, asset, asset.measured))
  const copies = records.filter((_, at) => assets[at]?.isOutside === false)
  await Promise.all(
    assets
      .filter(({ isOutside }) => !isOutside)
      .map(({ file }) => deps.media.publish(file.path, file.sha256, file.type.extension, { synced: false })),
  )
  await writeSidecars(deps, copies)
  return db.transaction(() => {
    const added = records.map((record) => {
      const isNew = store.insertMany([record]) > 0
      if (isNew) recordInputs(db, record.id, withContents(db, record.inputs ?? []))
      return { id: record.id, isNew }
    })
    sidecars.due(records.filter((record) => !copies.includes(record)).map(({ id }) => id))
    also(added)
    return added
  })
}

/** One after the other with all other changes of sidecars, and at once among themselves. */
async function writeSidecars(
  { db, store, media, sidecarQueue }: AddAssetsDeps,
  records: readonly Omit<AssetRecord, 'seq'>[],
): Promise<void> {
  await sidecarQueue.run(async () => {
    await Promise.all(
      records.map((record) => {
        const known = store.find(record.id)
        const inputs = [...withContents(db, record.inputs ?? [])]
        const sidecar = known ? fullSidecar(db, known) : withLineage(toSidecar(record), { inputs })
        return mergeSidecar(media.sidecarPath(record.sha256), sidecar)
      }),
    )
  })
}
