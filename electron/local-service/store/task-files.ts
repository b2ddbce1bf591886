/**
 * A task's files beside the database: media that came with its request (`dataDir/inputs`), kept until it has ended so that it can
 * go on after a restart, and unfinished files (`dataDir/scratch`), of which nothing outlives the service.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface InputStore {
  keep(taskId: string, inputs: readonly Uint8Array[]): Promise<void>
  /** Where the task's inputs lie, in their order. */
  paths(taskId: string, count: number): readonly string[]
  drop(taskId: string, count: number): Promise<void>
  /** Deletes what belongs to no task of these, as a request that was cut off before it was accepted leaves it. */
  dropAllBut(taskIds: readonly string[]): Promise<void>
}

/** The inputs in `dataDir/inputs`. */
export function createInputStore(dataDir: string): InputStore {
  const folder = join(dataDir, 'inputs')
  mkdirSync(folder, { recursive: true })
  const path = (taskId: string, position: number): string => join(folder, `${taskId}-${position}`)
  const paths = (taskId: string, count: number): string[] =>
    Array.from({ length: count }, (_, position) => path(taskId, position))
  return {
    async keep(taskId, inputs) {
      await Promise.all(
        inputs.map((bytes, position) => writeFile(path(taskId, position), bytes, { flush: true })),
      )
    },
    paths,
    async drop(taskId, count) {
      await Promise.all(paths(taskId, count).map((file) => rm(file, { force: true })))
    },
    async dropAllBut(taskIds) {
      const kept = new Set(taskIds)
      const orphans = (await readdir(folder)).filter((name) => !kept.has(name.replace(/-\d+$/u, '')))
      await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}

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
