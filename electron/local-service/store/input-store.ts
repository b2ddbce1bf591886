/**
 * Pictures that came with a request, kept until their task has ended so that it can go on after a restart.
 *
 * Owns the files in `dataDir/inputs`; checking what they hold is `inputs/`'s business.
 */
import { mkdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface InputStore {
  keep(taskId: string, inputs: readonly Uint8Array[]): Promise<void>
  read(taskId: string, count: number): Promise<readonly Uint8Array[]>
  drop(taskId: string, count: number): Promise<void>
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
    read: (taskId, count) => Promise.all(paths(taskId, count).map((file) => readFile(file))),
    async drop(taskId, count) {
      await Promise.all(paths(taskId, count).map((file) => rm(file, { force: true })))
    },
  }
}
