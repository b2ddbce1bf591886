/** What downloads of an earlier run left: parts that can be continued stay, everything else goes. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { partStatePath, readPartState } from './part-state.ts'

/** Nobody has asked for the rest in all that time: its task is over, or its address is. */
const LONGEST_KEPT_MS = 7 * 24 * 60 * 60 * 1_000

/** Clears `folder`, in which nothing is arriving now. What the disk does not let go of stays. `now` is the wall clock. */
export async function clearLeftoverParts(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const kept = new Set<string>()
  for (const name of names) {
    const path = join(folder, name)
    if (!name.endsWith('.part') || !(await canGoOn(path, now))) continue
    kept.add(path).add(partStatePath(path))
  }
  for (const name of names) {
    const path = join(folder, name)
    if (!kept.has(path)) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function canGoOn(path: string, now: number): Promise<boolean> {
  const state = await readPartState(path)
  if (state === null || state === 'unreadable' || state.syncedBytes === 0) return false
  const there = await stat(path).catch(() => null)
  return there !== null && there.size >= state.syncedBytes && now - there.mtimeMs < LONGEST_KEPT_MS
}
