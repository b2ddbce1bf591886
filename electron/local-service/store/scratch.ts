/**
 * Folders in which tasks may put unfinished files: `dataDir/scratch/<task id>`.
 *
 * Nothing in them outlives the service: what an earlier run left is deleted at the start.
 */
import { rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export interface Scratch {
  /** The task's folder, made when it is first asked for. */
  make(taskId: string): Promise<string>
  drop(taskId: string): Promise<void>
}

/** The folders in `dataDir/scratch`. */
export function createScratch(dataDir: string): Scratch {
  const folder = join(dataDir, 'scratch')
  rmSync(folder, { recursive: true, force: true })
  const made = new Set<string>()
  return {
    async make(taskId) {
      const path = join(folder, taskId)
      await mkdir(path, { recursive: true })
      made.add(taskId)
      return path
    },
    async drop(taskId) {
      if (made.delete(taskId)) await rm(join(folder, taskId), { recursive: true, force: true })
    },
  }
}
