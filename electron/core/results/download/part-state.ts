/**
 * The state of a part file, kept beside it: where its bytes come from and how many of them are surely on disk.
 *
 * A part with a state can be resumed; one without begins again.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { z } from 'zod'

const stateSchema = z.object({
  format: z.literal(1),
  /** The address as the task named it, and the one that redirects led to. */
  askedUrl: z.string(),
  finalUrl: z.string(),
  /** A strong entity tag, with its quotes (RFC 9110, 8.8.3). */
  etag: z.string().regex(/^"[^"]*"$/),
  totalBytes: z.int().min(0).nullable(),
  syncedBytes: z.int().min(0),
})
export type PartState = z.infer<typeof stateSchema>

/** The state's file; the name ends differently from every part's. */
export function partStatePath(partPath: string): string {
  return `${partPath}.json`
}

/** The state beside a part; `unreadable` where something is there that is none, null where there is nothing. */
export async function readPartState(partPath: string): Promise<PartState | 'unreadable' | null> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(partStatePath(partPath), 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
}

/**
 * Replaces the state whole. Not synced: it only says what was synced before, so an older one, or none, does no harm.
 *
 * @throws Error when the disk refuses.
 */
export async function writePartState(partPath: string, state: PartState): Promise<void> {
  const path = partStatePath(partPath)
  await writeFile(`${path}.tmp`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${path}.tmp`, path)
}

export async function removePartState(partPath: string): Promise<void> {
  await unlink(partStatePath(partPath)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}

/**
 * Whether the bytes of a part may be continued from `url`. Beside the very address this is one that differs in its query
 * alone, as freshly signed addresses do, where the entity tag is long enough to be made from the content.
 */
export function mayContinue(state: PartState, url: string): boolean {
  if (state.askedUrl === url) return true
  const before = URL.parse(state.askedUrl)
  const now = URL.parse(url)
  const isSamePath = before?.origin === now?.origin && before?.pathname === now?.pathname
  return isSamePath && /[0-9a-f]{32}/i.test(state.etag)
}
