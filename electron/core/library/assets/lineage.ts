/**
 * What assets were made from and used in: told by the content of the media that were sent along, and by the asset that the
 * user went on from.
 */
import type { InputReference } from '#contract/inputs.ts'
import type { Lineage } from '#contract/library.ts'
import type { Database } from '../../store/database.ts'
import { ASSET_COLUMNS, toAsset, toAssetRecord, type AssetRecord } from './asset-row.ts'
import { insertRow } from '../../store/reader.ts'

const MAX_USED_IN = 500
const MAX_MADE_FROM = 500

export type KnownInput = InputReference & { readonly sha256?: string | undefined }

/** The same inputs, with the content of those that are still here. */
export function withContents(
  db: Database,
  inputs: readonly InputReference[],
): readonly (InputReference & { readonly sha256?: string })[] {
  return inputs.map((input) => {
    const sha256 = db.get('SELECT sha256 FROM inputs WHERE id = ?', input.inputId)?.['sha256']
    return typeof sha256 === 'string' ? { ...input, sha256 } : input
  })
}

/** Notes what an asset was made from. Inputs of unknown content are left out. Part of the caller's transaction. */
export function recordInputs(db: Database, assetId: string, inputs: readonly KnownInput[]): void {
  for (const { inputId, sha256 } of inputs) {
    if (sha256 !== undefined) insertRow(db, 'OR REPLACE INTO asset_inputs', { assetId, inputId, sha256 })
  }
}

/** The contents of an asset's inputs, by input id. */
export function contentsOfInputs(db: Database, assetId: string): ReadonlyMap<string, string> {
  const rows = db.all('SELECT input_id, sha256 FROM asset_inputs WHERE asset_id = ?', assetId)
  return new Map(rows.map((row) => [String(row['input_id']), String(row['sha256'])]))
}

/** Notes the asset that the user went on from, which need not have been sent along. Part of the caller's transaction. */
export function recordOrigin(db: Database, assetId: string, fromAssetId: string | undefined): void {
  if (fromAssetId !== undefined) insertRow(db, 'OR REPLACE INTO asset_origins', { assetId, fromAssetId })
}

/** The asset that the user went on from; it may be gone. */
export function originOf(db: Database, assetId: string): string | undefined {
  const id = db.get('SELECT from_asset_id FROM asset_origins WHERE asset_id = ?', assetId)?.['from_asset_id']
  return typeof id === 'string' ? id : undefined
}

/** A shot that an asset is a take of, since `at` in ms since the epoch. */
export interface TakeOf {
  readonly sequenceId: string
  readonly shotId: string
  readonly at: number
}

/** When a take becomes the newest of its shot, in ms since the epoch: behind all others, also where the clock was set back. */
export function newestTakeAt(db: Database, sequenceId: string, shotId: string, now: number): number {
  const sql = 'SELECT max(created_at) AS newest FROM takes WHERE sequence_id = ? AND shot_id = ?'
  return Math.max(now, Number(db.get(sql, sequenceId, shotId)?.['newest'] ?? 0) + 1)
}

/** Notes what an asset is a take of; once more makes it the newest. Part of the caller's transaction. */
export function recordTakes(db: Database, assetId: string, takes: readonly TakeOf[] = []): void {
  for (const { sequenceId, shotId, at } of takes)
    insertRow(db, 'OR REPLACE INTO takes', { assetId, sequenceId, shotId, createdAt: at })
}

export function takesOf(db: Database, assetId: string): readonly TakeOf[] {
  const sql = 'SELECT * FROM takes WHERE asset_id = ? ORDER BY sequence_id, shot_id'
  return db.all(sql, assetId).map((row) => ({
    sequenceId: String(row['sequence_id']),
    shotId: String(row['shot_id']),
    at: Number(row['created_at']),
  }))
}

/** Shows what it was made from also from the trash; what was made of it and is in the trash is left out. */
export function lineageOf(db: Database, record: AssetRecord): Lineage {
  const contents = contentsOfInputs(db, record.id)
  const madeFrom = db
    .all(
      `SELECT ${ASSET_COLUMNS} FROM assets a
       WHERE (a.sha256 IN (SELECT value FROM json_each(?)) OR a.id = ?) AND a.id <> ?
       ORDER BY a.created_at DESC, a.seq DESC LIMIT ${MAX_MADE_FROM}`,
      JSON.stringify([...contents.values()]),
      originOf(db, record.id) ?? null,
      record.id,
    )
    .map(toAssetRecord)
  const usedIn = db
    .all(
      `SELECT ${ASSET_COLUMNS} FROM assets a
       WHERE a.id IN (SELECT asset_id FROM asset_inputs WHERE sha256 = ?
                      UNION SELECT asset_id FROM asset_origins WHERE from_asset_id = ?)
         AND a.id <> ? AND a.trashed_at IS NULL
       ORDER BY a.created_at DESC, a.seq DESC LIMIT ${MAX_USED_IN}`,
      record.sha256,
      record.id,
      record.id,
    )
    .map(toAssetRecord)
  const known = new Set(madeFrom.map(({ sha256 }) => sha256))
  const inputIds = new Set((record.inputs ?? []).map(({ inputId }) => inputId))
  return {
    madeFrom: madeFrom.map(toAsset),
    usedIn: usedIn.map(toAsset),
    inputIds: [...inputIds].filter((id) => !known.has(contents.get(id) ?? '')),
  }
}
