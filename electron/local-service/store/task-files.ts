/**
 * A task's files beside the database: media that came with its request (`dataDir/inputs`), kept until it has ended so that it can
 * go on after a restart, and unfinished files (`dataDir/scratch`), of which nothing outlives the service.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type InputStore = ReturnType<typeof createInputStore>

/** The inputs in `dataDir/inputs`. */
export function createInputStore(dataDir: string) {
  const folder = join(dataDir, 'inputs')
  mkdirSync(folder, { recursive: true })
  const path = (taskId: string, position: number): string => join(folder, `${taskId}-${position}`)
  const paths = (taskId: string, count: number): string[] =>
    Array.from({ length: count }, (_, position) => path(taskId, position))
  return {
    async keep(taskId: string, inputs: readonly Uint8Array[]): Promise<void> {
      await Promise.all(
        inputs.map((bytes, position) => writeFile(path(taskId, position), bytes, { flush: true })),
      )
    },
    /** Where the task's inputs lie, in their order. */
    paths,
    async drop(taskId: string, count: number): Promise<void> {
      await Promise.all(paths(taskId, count).map((file) => rm(file, { force: true })))
    },
    /** Deletes what belongs to no task of these, as a request that was cut off before it was accepted leaves it. */
    async dropAllBut(taskIds: readonly string[]): Promise<void> {
      const kept = new Set(taskIds)
      const orphans = (await readdir(folder)).filter((name) => !kept.has(name.replace(/-\d+$/u, '')))
      await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}

export type Scratch = ReturnType<typeof createScratch>

/** The folders in `dataDir/scratch`. */
export function createScratch(dataDir: string) {
  const folder = join(dataDir, 'scratch')
  rmSync(folder, { recursive: true, force: true })
  const made = new Set<string>()
  return {
    /** The task's folder, made when it is first asked for. */
    async make(taskId: string): Promise<string> {
      const path = join(folder, taskId)
      await mkdir(path, { recursive: true })
      made.add(taskId)
      return path
    },
    async drop(taskId: string): Promise<void> {
      if (made.delete(taskId)) await rm(join(folder, taskId), { recursive: true, force: true })
    },
  }
}
