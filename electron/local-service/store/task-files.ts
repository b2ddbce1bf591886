/**
 * A task's files beside the database: media that came with its request (`dataDir/inputs`), kept until it has ended so that it can
 * go on after a restart, and unfinished files (`dataDir/scratch`), of which nothing outlives the service.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type InputStore = ReturnType<typeof createInputStore>

export function createInputStore(dataDir: string) {
  const folder = join(dataDir, 'inputs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = (taskId: string, count: number): string[] =>
    Array.from({ length: count }, (_, position) => join(folder, `${taskId}-${position}`))
  const remove = async (files: readonly string[]): Promise<void> =>
    void (await Promise.all(files.map((file) => rm(file, { force: true }))))
  return {
    async keep(taskId: string, inputs: readonly Uint8Array[]): Promise<void> {
      const files = paths(taskId, inputs.length)
      await Promise.all(
        inputs.map((bytes, position) => writeFile(files[position] ?? '', bytes, { flush: true })),
      )
    },
    /** Where the task's inputs lie, in their order. */
    paths,
    drop: (taskId: string, count: number): Promise<void> => remove(paths(taskId, count)),
    /** Deletes what belongs to no task of these, as a request that was cut off before it was accepted leaves it. */
    async dropAllBut(taskIds: readonly string[]): Promise<void> {
      const names = await readdir(folder)
      await remove(
        names.filter((name) => !taskIds.some((id) => name.startsWith(id))).map((name) => join(folder, name)),
      )
    },
  }
}

export type Scratch = ReturnType<typeof createScratch>

export function createScratch(dataDir: string) {
  const folder = join(dataDir, 'scratch')
  rmSync(folder, { recursive: true, force: true })
  return {
    async make(taskId: string): Promise<string> {
      const path = join(folder, taskId)
      await mkdir(path, { recursive: true })
      return path
    },
    drop: (taskId: string): Promise<void> => rm(join(folder, taskId), { recursive: true, force: true }),
  }
}
