/**
 * The sidecar of a media file: everything needed to rebuild its rows when the database is gone.
 *
 * Two assets with the same bytes share a file; its sidecar holds an entry for each.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { inputReferenceSchema } from '#contract/inputs.ts'
import { jsonObjectSchema } from '#contract/json.ts'
import { ASSET_KINDS } from '#contract/rules/media.ts'
import { ifThere, renameDurably, writeFileDurably } from '../../store/files.ts'

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

/** `sha256` is the content of the input, so that lineage outlives the table of inputs. */
const sidecarInputSchema = z.object({ ...inputReferenceSchema.shape, sha256: sha256Schema.optional() })

const entrySchema = z.object({
  assetId: z.string(),
  taskId: z.string().optional(),
  place: z.int(),
  mediaType: z.string(),
  createdAt: z.int(),
  provider: z.string(),
  model: z.string(),
  scene: z.string(),
  prompt: z.string().optional(),
  /** The prompt before its alternatives and variables were filled in. */
  template: z.string().optional(),
  options: jsonObjectSchema,
  inputs: z.array(sidecarInputSchema),
  fromAssetId: z.string().optional(),
  takeOf: z.array(z.object({ sequenceId: z.string(), shotId: z.string(), at: z.int() })).optional(),
  /** Ids of the collections that it is in; their names are in `.library.json`. */
  collections: z.array(z.string()).optional(),
  title: z.string().optional(),
  rating: z.int().min(0).max(5),
  favorite: z.boolean(),
  tags: z.array(z.string()),
  trashedAt: z.int().optional(),
  sourceUrl: z.string().optional(),
  requestHash: z.string().optional(),
  /** How many commits the database had counted when this was written: a row of fewer is older. */
  commits: z.int().optional(),
})
export type SidecarEntry = z.infer<typeof entrySchema>
export const SIDECAR_ENTRY_FIELDS = Object.keys(entrySchema.shape)

const sidecarSchema = z.object({
  format: z.literal(1),
  sha256: sha256Schema,
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  kind: z.enum(ASSET_KINDS),
  mimeType: z.string(),
  sizeBytes: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
  durationMs: z.int().optional(),
  /** Whoever read it was stopped. */
  unreadable: z.literal(true).optional(),
  /** Where the file lies that the library has no copy of. */
  outsidePath: z.string().optional(),
  entries: z.array(entrySchema),
})
export type Sidecar = z.infer<typeof sidecarSchema>
export const SIDECAR_FIELDS = Object.keys(sidecarSchema.shape)

/** The sidecar; `missing` where there is none, `damaged` where what is there is none. @throws the disk's error. */
export async function loadSidecar(path: string): Promise<Sidecar | 'missing' | 'damaged'> {
  const text = await ifThere(readFile(path, 'utf8'))
  return text === null ? 'missing' : (parseSidecar(text) ?? 'damaged')
}

/**
 * Writes the sidecar whole, synced. An existing one keeps its entries; those with the same asset id are replaced. What this
 * Atelier does not know is kept as it is. One that is damaged, or of another format, is kept beside it.
 *
 * @throws Error when the existing one cannot be read now: what it says is not known, so it is not replaced.
 */
export async function mergeSidecar(path: string, sidecar: Sidecar): Promise<void> {
  // A file may be read again that once could not be, and one that lay outside may be here now.
  const {
    unreadable: _,
    outsidePath: _outsidePath,
    ...before
  }: RawSidecar = (await readRaw(path)) ?? { entries: [] }
  const fresh = new Map(sidecar.entries.map((entry) => [entry.assetId, entry]))
  const kept = before.entries.filter(({ assetId }) => !fresh.has(String(assetId)))
  const replaced = [...fresh.values()].map((entry) => {
    const old = before.entries.find(({ assetId }) => assetId === entry.assetId)
    return { ...unknownParts(old), ...entry }
  })
  await writeRaw(path, { ...before, ...sidecar, entries: [...kept, ...replaced] })
}

/** A damaged sidecar is kept under another name. @throws Error as mergeSidecar. */
export async function dropEntries(path: string, assetIds: ReadonlySet<string>): Promise<void> {
  const before = await readRaw(path)
  if (!before) return
  const entries = before.entries.filter(({ assetId }) => !assetIds.has(String(assetId)))
  if (entries.length < before.entries.length) await writeRaw(path, { ...before, entries })
}

type Raw = Readonly<Record<string, unknown>>
type RawSidecar = Raw & { readonly entries: readonly Raw[] }

async function readRaw(path: string): Promise<RawSidecar | null> {
  const text = await ifThere(readFile(path, 'utf8'))
  if (text === null) return null
  if (parseSidecar(text)) return JSON.parse(text) as RawSidecar
  await renameDurably(path, `${path}.unread-${randomUUID()}`)
  return null
}

async function writeRaw(path: string, sidecar: Raw): Promise<void> {
  await writeFileDurably(path, `${JSON.stringify(sidecar, null, 1)}\n`)
}

function unknownParts(entry: Raw | undefined): Raw {
  return Object.fromEntries(Object.entries(entry ?? {}).filter(([key]) => !(key in entrySchema.shape)))
}

/** Null where the text is none. */
export function parseSidecar(text: string): Sidecar | null {
  try {
    return sidecarSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
