/** Between a row of `assets`, the domain's asset and its sidecar. */
import { z } from 'zod'
import { inputReferenceSchema } from '#contract/inputs.ts'
import type { Json } from '#contract/json.ts'
import type { Asset } from '#contract/library.ts'
import { ASSET_KINDS } from '#contract/rules/media.ts'
import { parseRow } from '../../store/damage.ts'
import type { Row } from '../../store/database.ts'
import { fieldsOf, jsonColumn } from '#core/store/reader.ts'
import { SIDECAR_ENTRY_FIELDS, SIDECAR_FIELDS, type Sidecar, type SidecarEntry } from './sidecar.ts'

export interface AssetRecord extends Asset {
  readonly seq: number
  readonly place: number
  readonly extension: string
}

const recordSchema = z.object({
  seq: z.number(),
  id: z.string(),
  taskId: z.string().exactOptional(),
  place: z.number(),
  kind: z.enum(ASSET_KINDS),
  mediaType: z.string(),
  mimeType: z.string(),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.number(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  createdAt: z.number(),
  provider: z.string(),
  model: z.string(),
  scene: z.string(),
  prompt: z.string().exactOptional(),
  // What is in it came out of `JSON.parse`, and so is JSON.
  options: jsonColumn(z.record(z.string(), z.custom<Json>())),
  inputs: jsonColumn(z.array(inputReferenceSchema)),
  title: z.string().exactOptional(),
  rating: z.number(),
  favorite: z.number().transform(Boolean),
  trashedAt: z.number().exactOptional(),
  sourceUrl: z.string().exactOptional(),
  template: z.string().exactOptional(),
  requestHash: z.string().exactOptional(),
  tags: jsonColumn(z.array(z.string())),
  unreadable: z
    .literal(1)
    .transform(() => true)
    .exactOptional(),
})

/** Selects what `toAssetRecord` reads; `a` is the table's alias. */
export const ASSET_COLUMNS = `a.*, (SELECT json_group_array(tag) FROM asset_tags WHERE asset_id = a.id) AS tags,
  nullif(EXISTS (SELECT 1 FROM unreadable_files u WHERE u.sha256 = a.sha256 AND u.reason <> 'interrupted'), 0) AS unreadable`

/** @throws DamagedDatabase when the row is not one that Atelier wrote. */
export function toAssetRecord(row: Row): AssetRecord {
  return parseRow('assets', () => recordSchema.parse(fieldsOf(row)))
}

/** What the page may see of a record. */
export function toAsset(record: AssetRecord): Asset {
  const { seq: _seq, place: _place, extension: _extension, ...asset } = record
  return asset
}

/** The sidecar of a file with this one asset in it. */
export function toSidecar(record: Omit<AssetRecord, 'seq'>): Sidecar {
  const { id: assetId, inputs = [] } = record
  const entry = pick({ ...record, assetId, inputs }, SIDECAR_ENTRY_FIELDS) as SidecarEntry
  return { ...pick({ ...record, format: 1 }, SIDECAR_FIELDS), entries: [entry] } as Sidecar
}

/** In the order of `fields`, so that the same sidecar is always the same text. */
function pick(record: object, fields: readonly string[]): object {
  const values = new Map(Object.entries(record))
  return Object.fromEntries(
    fields.filter((field) => values.get(field) !== undefined).map((field) => [field, values.get(field)]),
  )
}

export function fromSidecar(sidecar: Sidecar, entry: SidecarEntry): Omit<AssetRecord, 'seq'> {
  const {
    assetId,
    collections: _collections,
    fromAssetId: _fromAssetId,
    takeOf: _takeOf,
    commits: _commits,
    inputs: used,
    ...facts
  } = entry
  const { format: _format, entries: _entries, outsidePath: _outsidePath, ...file } = sidecar
  const inputs = used.map(({ sha256: _sha256, ...reference }) => reference)
  return { ...file, ...facts, inputs, id: assetId } as Omit<AssetRecord, 'seq'>
}
