/**
 * Moves tasks along: PENDING, PROCESSING, then SUCCESS, FAILED or ERROR.
 *
 * Owns the order of steps and the pace. FAILED means the maker could not make it; ERROR means it was made but could not be
 * kept, and a live refresh tries again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Maker } from '../makers/maker.ts'
import type { FileStore, MadeFile } from '../store/file-store.ts'
import type { InputStore } from '../store/input-store.ts'
import type { StoredTask, TaskStore } from '../store/task-store.ts'

/** The part of the pace that a task stays PENDING. */
const PENDING_SHARE = 0.16

export interface TaskRunner {
  /** Starts a task whose row is written. */
  start(task: StoredTask): void
  /** Starts every task that an earlier run left unfinished. */
  resume(): void
  /** The live share of the work that is done, 0 to 1, or null when the task is not being worked on. */
  progress(taskId: string): number | null
  /** Stops all work; unfinished tasks stay unfinished in their rows. */
  close(): Promise<void>
}

export interface TaskRunnerParts {
  readonly tasks: TaskStore
  readonly files: FileStore
  readonly inputs: InputStore
  readonly findMaker: (task: StoredTask) => Maker | null
  readonly paceMs: number
}

/** A runner over these stores; nothing happens before `start` or `resume`. */
export function createTaskRunner({ tasks, files, inputs, findMaker, paceMs }: TaskRunnerParts): TaskRunner {
  const running = new Map<string, { progress: number; readonly ended: Promise<void> }>()
  const stop = new AbortController()

  async function work(task: StoredTask): Promise<void> {
    const leastTime = wait(paceMs, undefined, { signal: stop.signal })
    leastTime.catch(() => {})
    await wait(paceMs * PENDING_SHARE, undefined, { signal: stop.signal })

    let made: readonly MadeFile[]
    try {
      made = await make(task)
      await leastTime
    } catch (error) {
      if (!stop.signal.aborted)
        tasks.setStatus(task.id, 'FAILED', `The pictures could not be made. ${say(error)}`)
      return
    }
    try {
      const kept = []
      for (const file of made) kept.push({ file, sha256: await files.keepBytes(file.bytes) })
      files.record(task.id, kept)
      tasks.setStatus(task.id, 'SUCCESS')
    } catch (error) {
      tasks.setStatus(task.id, 'ERROR', `The finished pictures could not be saved. ${say(error)}`)
    }
  }

  async function make(task: StoredTask): Promise<readonly MadeFile[]> {
    const maker = findMaker(task)
    if (maker === null) throw new Error(`The model "${task.model}" is no longer offered.`)
    return await maker.make({
      job: JSON.parse(task.job) as unknown,
      inputs: await inputs.read(task.id, task.inputs),
      signal: stop.signal,
      onProgress(share) {
        const entry = running.get(task.id)
        if (entry !== undefined) entry.progress = share
        if (share === 0) tasks.setStatus(task.id, 'PROCESSING')
      },
    })
  }

  /** Inputs outlive a stop and an ERROR, both of which are followed by another try. */
  async function workAndTidy(task: StoredTask): Promise<void> {
    try {
      await work(task)
      const status = tasks.get(task.id)?.status
      if (status === 'SUCCESS' || status === 'FAILED') await inputs.drop(task.id, task.inputs)
    } catch (error) {
      if (!stop.signal.aborted) tasks.setStatus(task.id, 'ERROR', say(error))
    } finally {
      running.delete(task.id)
    }
  }

  function start(task: StoredTask): void {
    if (stop.signal.aborted || running.has(task.id)) return
    const entry = { progress: 0, ended: Promise.resolve().then(() => workAndTidy(task)) }
    running.set(task.id, entry)
  }

  return {
    start,
    resume() {
      for (const task of tasks.unfinished()) {
        tasks.setStatus(task.id, 'PENDING')
        start(task)
      }
    },
    progress: (taskId) => running.get(taskId)?.progress ?? null,
    async close() {
      stop.abort(new Error('The service is ending.'))
      await Promise.all(Array.from(running.values(), (entry) => entry.ended))
    },
  }
}

function say(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
