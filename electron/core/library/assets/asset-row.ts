/** Between a row of `assets`, the domain's asset and its sidecar. */
import { z } from 'zod'
import { inputReferenceSchema } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Asset } from '#contract/library.ts'
import { parseRow } from '../../store/damage.ts'
import type { Row } from '../../store/database.ts'
import type { Sidecar, SidecarEntry } from './sidecar.ts'

export interface AssetRecord extends Asset {
  readonly seq: number
  readonly place: number
  readonly extension: string
}

const rowSchema = z.object({
  seq: z.number(),
  id: z.string(),
  task_id: z.string().nullable(),
  place: z.number(),
  kind: z.enum(['image', 'video', 'audio', 'text', 'model3d', 'other']),
  media_type: z.string(),
  mime_type: z.string(),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size_bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  duration_ms: z.number().nullable(),
  created_at: z.number(),
  provider: z.string(),
  model: z.string(),
  scene: z.string(),
  prompt: z.string().nullable(),
  options: z.string(),
  inputs: z.string(),
  title: z.string().nullable(),
  rating: z.number(),
  favorite: z.number(),
  trashed_at: z.number().nullable(),
  source_url: z.string().nullable(),
  template: z.string().nullable(),
  tags: z.string(),
})

/** What is in it came out of `JSON.parse`, and so is JSON. */
const optionsSchema = z.record(z.string(), z.unknown())
const inputsSchema = z.array(inputReferenceSchema)
const tagsSchema = z.array(z.string())
const NO_LIST = '[]'

/** Selects what `toAssetRecord` reads; `a` is the table's alias. */
export const ASSET_COLUMNS = `a.*, (SELECT json_group_array(tag) FROM asset_tags WHERE asset_id = a.id) AS tags`

/** @throws DamagedDatabase when the row is not one that Atelier wrote. */
export function toAssetRecord(row: Row): AssetRecord {
  return parseRow('assets', () => parseAsset(row))
}

function parseAsset(row: Row): AssetRecord {
  const parsed = rowSchema.parse(row)
  return {
    seq: parsed.seq,
    place: parsed.place,
    extension: parsed.extension,
    id: parsed.id,
    kind: parsed.kind,
    mediaType: parsed.media_type,
    mimeType: parsed.mime_type,
    sha256: parsed.sha256,
    sizeBytes: parsed.size_bytes,
    createdAt: parsed.created_at,
    provider: parsed.provider,
    model: parsed.model,
    scene: parsed.scene,
    options: optionsSchema.parse(JSON.parse(parsed.options)) as JsonObject,
    inputs: parsed.inputs === NO_LIST ? [] : inputsSchema.parse(JSON.parse(parsed.inputs)),
    rating: parsed.rating,
    favorite: parsed.favorite === 1,
    tags: parsed.tags === NO_LIST ? [] : tagsSchema.parse(JSON.parse(parsed.tags)),
    ...(parsed.task_id === null ? {} : { taskId: parsed.task_id }),
    ...(parsed.width === null ? {} : { width: parsed.width }),
    ...(parsed.height === null ? {} : { height: parsed.height }),
    ...(parsed.duration_ms === null ? {} : { durationMs: parsed.duration_ms }),
    ...(parsed.prompt === null ? {} : { prompt: parsed.prompt }),
    ...(parsed.template === null ? {} : { template: parsed.template }),
    ...(parsed.title === null ? {} : { title: parsed.title }),
    ...(parsed.trashed_at === null ? {} : { trashedAt: parsed.trashed_at }),
    ...(parsed.source_url === null ? {} : { sourceUrl: parsed.source_url }),
  }
}

/** What the page may see of a record. */
export function toAsset(record: AssetRecord): Asset {
  const { seq: _seq, place: _place, extension: _extension, ...asset } = record
  return asset
}

/** The sidecar of a file with this one asset in it. */
export function toSidecar(record: Omit<AssetRecord, 'seq'>): Sidecar {
  const { width, height, durationMs, taskId, prompt, template, title, trashedAt, sourceUrl } = record
  const entry: SidecarEntry = {
    assetId: record.id,
    place: record.place,
    mediaType: record.mediaType,
    createdAt: record.createdAt,
    provider: record.provider,
    model: record.model,
    scene: record.scene,
    options: record.options,
    inputs: [...(record.inputs ?? [])],
    rating: record.rating,
    favorite: record.favorite,
    tags: [...record.tags],
    ...(taskId === undefined ? {} : { taskId }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(template === undefined ? {} : { template }),
    ...(title === undefined ? {} : { title }),
    ...(trashedAt === undefined ? {} : { trashedAt }),
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
  }
  return {
    format: 1,
    sha256: record.sha256,
    extension: record.extension,
    kind: record.kind,
    mimeType: record.mimeType,
    sizeBytes: record.sizeBytes,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationMs === undefined ? {} : { durationMs }),
    entries: [entry],
  }
}

/** The record that an entry of a sidecar stands for. */
export function fromSidecar(sidecar: Sidecar, entry: SidecarEntry): Omit<AssetRecord, 'seq'> {
  const {
    assetId,
    remoteId: _remoteId,
    collections: _collections,
    fromAssetId: _fromAssetId,
    inputs: used,
    ...facts
  } = entry
  const { format: _format, entries: _entries, ...file } = sidecar
  const inputs = used.map(({ sha256: _sha256, ...reference }) => reference)
  return { ...file, ...facts, inputs, id: assetId } as Omit<AssetRecord, 'seq'>
}
