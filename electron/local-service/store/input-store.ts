/**
 * Media that came with a request, kept until its task has ended so that it can go on after a restart.
 *
 * Owns the files in `dataDir/inputs`; checking what they hold is `inputs/`'s business.
 */
import { mkdirSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
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
      const strays = (await readdir(folder)).filter((name) => !kept.has(name.replace(/-\d+$/u, '')))
      await Promise.all(strays.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
