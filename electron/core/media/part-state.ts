/**
 * The state of a part file, stored beside it: where its bytes come from and how many of them are synced.
 *
 * Only a part with a state can be resumed.
 */
import { readFile, rename, unlink, writeFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const stateSchema = z.object({
  format: z.literal(1),
  /** The address in the task, and the one after redirects. */
  askedUrl: z.string(),
  finalUrl: z.string(),
  /** A strong entity tag, with its quotes (RFC 9110, 8.8.3). */
  etag: z.string().regex(/^"[^"]*"$/),
  totalBytes: z.int().min(0).nullable(),
  syncedBytes: z.int().min(0),
})
export type PartState = z.infer<typeof stateSchema>

export function partStatePath(partPath: string): string {
  return `${partPath}.json`
}

/** The state beside a part; `unreadable` where the file holds no state, null where there is none. */
export async function readPartState(partPath: string): Promise<PartState | 'unreadable' | null> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(partStatePath(partPath), 'utf8')))
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
}

/**
 * Not synced: it only says what was synced before, so an older state, or none, does no harm.
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
 * Whether a part may be resumed from `url`: the same address, or one that differs only in its query, as freshly signed
 * addresses do, where the entity tag is long enough to be a hash of the content.
 */
export function mayResume(state: PartState, url: string): boolean {
  if (state.askedUrl === url) return true
  const before = URL.parse(state.askedUrl)
  const now = URL.parse(url)
  const isSamePath = before?.origin === now?.origin && before?.pathname === now?.pathname
  return isSamePath && /[0-9a-f]{32}/i.test(state.etag)
}

/** How the name of a file ends that stays where parts arrive, because the quarantine refused it. */
export const STAYING_PART = '.refused'

/** After this long the task or the address is no longer alive. */
const MAX_KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/** Cleans `folder` while no download writes there. What cannot be removed stays. `now` is the wall clock. */
export async function clearLeftoverParts(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const kept = new Set<string>()
  for (const name of names) {
    const path = join(folder, name)
    if (!name.endsWith('.part') || !(await canResume(path, now))) continue
    kept.add(path).add(partStatePath(path))
  }
  for (const name of names) {
    const path = join(folder, name)
    if (!kept.has(path) && !name.endsWith(STAYING_PART))
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function canResume(path: string, now: number): Promise<boolean> {
  const state = await readPartState(path)
  if (state === null || state === 'unreadable' || state.syncedBytes === 0) return false
  const there = await stat(path).catch(() => null)
  return there !== null && there.size >= state.syncedBytes && now - there.mtimeMs < MAX_KEPT_MS
}
