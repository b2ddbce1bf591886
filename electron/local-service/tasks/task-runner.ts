/**
 * Moves tasks along: PENDING, PROCESSING, then SUCCESS, FAILED or ERROR.
 *
 * Owns the order of steps and the pace. FAILED means the maker could not make it; ERROR means it was made but could not be
 * kept, and a live refresh tries again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Maker, RunJob } from '../makers/maker.ts'
import type { FileStore, MadeFile } from '../store/file-store.ts'
import type { InputStore, Scratch } from '../store/task-files.ts'
import type { StoredTask, TaskStore, UsageStore } from '../store/task-store.ts'
import type { ThreadJob } from '../workers/media-worker.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

/** The part of the pace that a task stays PENDING. */
const PENDING_SHARE = 0.16
/** Progress is written down this often over the whole of a task; in between it is known live only. */
const STORED_STEPS = 4

/** A file from outside may be what ended the service: it is not worked on again by itself. */
const DIED =
  'The service ended while it worked on the file that was sent. Send the request again to try once more.'

interface TaskRunnerParts {
  readonly tasks: TaskStore
  readonly files: FileStore
  readonly inputs: InputStore
  readonly scratch: Scratch
  readonly pool: WorkerPool<ThreadJob, unknown>
  readonly usage: UsageStore
  readonly makers: readonly Maker[]
  readonly paceMs: number
}

/** Works on tasks over these stores; nothing happens before `start` or `resume`. */
export class TaskRunner {
  readonly #parts: TaskRunnerParts
  readonly #running = new Map<string, { progress: number; readonly ended: Promise<void> }>()
  readonly #stop = new AbortController()

  constructor(parts: TaskRunnerParts) {
    this.#parts = parts
  }

  start({ id }: Pick<StoredTask, 'id'>): void {
    if (this.#stop.signal.aborted) return
    this.#running.set(id, { progress: 0, ended: Promise.resolve().then(() => this.#workAndTidy(id)) })
  }

  /** Starts every task that an earlier run left unfinished; fails those whose input it did not survive. */
  resume(): void {
    const { tasks } = this.#parts
    for (const task of tasks.unfinished()) {
      if (task.status === 'PROCESSING' && task.inputs > 0) tasks.end(task.id, 'FAILED', DIED)
      else this.retry(task)
    }
  }

  /** Begins a task again. One whose last try is still being tidied up is left as it ended: nobody would take it up. */
  retry(task: StoredTask): void {
    if (this.#running.has(task.id)) return
    this.#parts.tasks.restart(task.id)
    this.start(task)
  }

  /** The live share of the work that is done, 0 to 1, or null when the task is not being worked on. */
  progress(taskId: string): number | null {
    return this.#running.get(taskId)?.progress ?? null
  }

  /** Stops all work; unfinished tasks stay unfinished in their rows. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('The service is ending.'))
    await Promise.all(Array.from(this.#running.values(), (entry) => entry.ended))
    this.#parts.tasks.pause()
  }

  /** Inputs outlive a stop and an ERROR, both of which are followed by another try. */
  async #workAndTidy(taskId: string): Promise<void> {
    const { tasks, inputs, scratch } = this.#parts
    const task = tasks.get(taskId)
    if (task === null) return
    try {
      await this.#work(task)
      const status = tasks.get(taskId)?.status
      if (status === 'SUCCESS' || status === 'FAILED') await inputs.drop(taskId, task.inputs)
    } catch (error) {
      if (!this.#stop.signal.aborted) tasks.end(taskId, 'ERROR', say(error))
    } finally {
      await scratch.drop(taskId).catch(() => undefined)
      this.#running.delete(taskId)
    }
  }

  async #work(task: StoredTask): Promise<void> {
    const { tasks, files, usage, paceMs } = this.#parts
    const { signal } = this.#stop
    const leastTime = wait(paceMs, undefined, { signal })
    leastTime.catch(() => {})
    await wait(paceMs * PENDING_SHARE, undefined, { signal })

    let made: readonly MadeFile[]
    try {
      made = await this.#make(task)
      if (made.length === 0) throw new Error('Nothing came of it.')
      await leastTime
    } catch (error) {
      if (!signal.aborted) tasks.end(task.id, 'FAILED', `The result could not be made. ${say(error)}`)
      return
    }
    try {
      await files.save(task.id, made, () => {
        tasks.end(task.id, 'SUCCESS')
        usage.count(task)
      })
    } catch (error) {
      tasks.end(task.id, 'ERROR', `The finished result could not be saved. ${say(error)}`)
    }
  }

  async #make(task: StoredTask): Promise<readonly MadeFile[]> {
    const { tasks, inputs, scratch, pool, makers } = this.#parts
    const maker = makers.find(({ models }) => models.some(({ model }) => model === task.model))
    if (maker === undefined) throw new Error(`The model "${task.model}" is no longer offered.`)
    const settled = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, settled.signal])
    const onStart = (): void => tasks.begin(task.id)
    const run: RunJob = (kind, job, onShare) => {
      const terms = { owner: task.owner, signal, onStart, ...(onShare === undefined ? {} : { onShare }) }
      return pool.run({ kind, job }, terms) as ReturnType<typeof run<typeof kind>>
    }
    try {
      return await maker.make({
        job: JSON.parse(task.job) as unknown,
        inputs: inputs.paths(task.id, task.inputs),
        makeScratchDir: () => scratch.make(task.id),
        signal: this.#stop.signal,
        run,
        onProgress: (share) => this.#follow(task.id, share),
      })
    } finally {
      settled.abort()
    }
  }

  #follow(taskId: string, share: number): void {
    const entry = this.#running.get(taskId)
    if (entry === undefined || !(share > entry.progress)) return
    const steps = (of: number): number => Math.floor(Math.min(1, of) * STORED_STEPS)
    if (steps(share) > steps(entry.progress))
      this.#parts.tasks.setProgress(taskId, steps(share) / STORED_STEPS)
    entry.progress = Math.min(1, share)
  }
}

function say(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
