/**
 * The sidecar of a media file: everything needed to rebuild its rows when the database is gone.
 *
 * Two assets with the same bytes share a file; its sidecar holds an entry for each.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { jsonObjectSchema } from '#contract/json.ts'
import { inputReferenceSchema } from '#contract/task.ts'
import { renameDurably, writeFileDurably } from '../store/files.ts'

const entrySchema = z.object({
  assetId: z.string(),
  taskId: z.string().optional(),
  remoteId: z.string().optional(),
  place: z.int(),
  mediaType: z.string(),
  createdAt: z.int(),
  provider: z.string(),
  model: z.string(),
  scene: z.string(),
  prompt: z.string().optional(),
  options: jsonObjectSchema,
  inputs: z.array(inputReferenceSchema),
  title: z.string().optional(),
  rating: z.int().min(0).max(5),
  favorite: z.boolean(),
  tags: z.array(z.string()),
  trashedAt: z.int().optional(),
  sourceUrl: z.string().optional(),
})
export type SidecarEntry = z.infer<typeof entrySchema>

const sidecarSchema = z.object({
  format: z.literal(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  kind: z.enum(['image', 'video', 'audio', 'text', 'model3d', 'other']),
  mimeType: z.string(),
  sizeBytes: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
  durationMs: z.int().optional(),
  entries: z.array(entrySchema),
})
export type Sidecar = z.infer<typeof sidecarSchema>

/** The sidecar, or null where there is none that can be read. */
export async function readSidecar(path: string): Promise<Sidecar | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? null : parseSidecar(text)
}

/**
 * Writes the sidecar whole, synced. An existing one keeps its entries; those with the same asset id are replaced. One that
 * is damaged, or from a newer Atelier, is kept beside it.
 *
 * @throws Error when the existing one cannot be read now: what it says is not known, so it is not replaced.
 */
export async function mergeSidecar(path: string, sidecar: Sidecar): Promise<void> {
  const text = await readIfThere(path)
  const before = text === null ? null : parseSidecar(text)
  if (text !== null && !before) await renameDurably(path, `${path}.unread-${randomUUID()}`)
  const fresh = new Set(sidecar.entries.map((entry) => entry.assetId))
  const kept = before?.entries.filter((entry) => !fresh.has(entry.assetId)) ?? []
  const merged: Sidecar = { ...sidecar, entries: [...kept, ...sidecar.entries] }
  await writeFileDurably(path, `${JSON.stringify(merged, null, 1)}\n`)
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function parseSidecar(text: string): Sidecar | null {
  try {
    return sidecarSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
