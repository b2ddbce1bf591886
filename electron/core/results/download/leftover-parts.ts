/** Cleans up after earlier runs: parts that can be resumed stay, everything else is removed. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { partStatePath, readPartState } from './part-state.ts'

/** After this long the task or the address is no longer alive. */
const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1_000

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
    if (!kept.has(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function canResume(path: string, now: number): Promise<boolean> {
  const state = await readPartState(path)
  if (state === null || state === 'unreadable' || state.syncedBytes === 0) return false
  const there = await stat(path).catch(() => null)
  return there !== null && there.size >= state.syncedBytes && now - there.mtimeMs < LONGEST_KEPT_MS
}
