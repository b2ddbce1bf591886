/**
 * Runs jobs on a few worker threads, one job per thread at a time, fair between users.
 *
 * A thread that crashes, says nothing for too long or takes too much memory is ended; it fails the one job it had and is
 * replaced. What a job means is the worker script's business; it responds to every message, a job, with `WorkerMessage`s of
 * which the last is `done` or `failed`.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

export type WorkerMessage<Result> =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'failed'; readonly message: string }

interface JobTerms {
  readonly owner: string
  readonly signal?: AbortSignal
  readonly onStart?: () => void
  /** Called with what the job reports of itself, 0 to 1. */
  readonly onShare?: (share: number) => void
}

export interface ThreadBounds {
  /** A job that reports nothing for so long is ended. */
  readonly silenceMs: number
  /** A thread may hold so much, buffers outside its heap included. */
  readonly memoryMegabytes: number
}

/** The job's thread ended before the job did. The message is a sentence about the job. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost'
}

/** What a thread may take longer for its first word, since it may have to start and load its modules. */
const LOADING_MS = 30_000
/** A busy thread's memory is measured this often: the heap has a limit of its own, buffers outside it have none. */
const MEASURE_EVERY_MS = 100
const MEGABYTE = 1024 ** 2

interface Entry<Job, Result> {
  readonly job: Job
  readonly terms: JobTerms
  readonly resolve: (result: Result) => void
  readonly reject: (reason: Error) => void
}

interface Assigned<Job, Result> {
  readonly entry: Entry<Job, Result>
  readonly measuring: NodeJS.Timeout
  silence: NodeJS.Timeout
}

/** At most `size` threads of the script at `script`; threads start with the first jobs. */
export class WorkerPool<Job, Result> {
  readonly #script: URL
  readonly #size: number
  readonly #bounds: ThreadBounds
  readonly #waiting: Entry<Job, Result>[] = []
  /** Users in the order in which they were last served. */
  readonly #served: string[] = []
  readonly #idle = new Set<Worker>()
  readonly #busy = new Map<Worker, Assigned<Job, Result>>()
  #closed = false

  constructor(script: URL, size: number, bounds: ThreadBounds) {
    this.#script = script
    this.#size = size
    this.#bounds = bounds
  }

  /**
   * Rejects when the job fails, its thread is lost (`ThreadLost`), or `signal` fires; a job that is being worked on when
   * `signal` fires costs its thread.
   */
  async run(job: Job, terms: JobTerms): Promise<Result> {
    if (this.#closed || terms.signal?.aborted) throw new Error('The service is ending.')
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const entry: Entry<Job, Result> = { job, terms, resolve, reject }
    const onAbort = (): void => this.#drop(entry)
    terms.signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiting.push(entry)
    this.#dispatch()
    return await promise.finally(() => terms.signal?.removeEventListener('abort', onAbort))
  }

  load(): { readonly waiting: number; readonly working: number } {
    return { waiting: this.#waiting.length, working: this.#busy.size }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('The service is ending.'))
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  #addWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#bounds.memoryMegabytes }
    const worker = new Worker(this.#script, { execArgv: [], resourceLimits })
    worker.on('message', (message: WorkerMessage<Result>) => this.#hear(worker, message))
    worker.on('error', (error: Error & { readonly code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#retire(worker, isMemory ? this.#tooMuch() : error.message)
    })
    worker.on('exit', () => this.#retire(worker, 'Its thread ended early.'))
    return worker
  }

  #tooMuch(): string {
    return `It took more than ${this.#bounds.memoryMegabytes} MB of memory.`
  }

  #hear(worker: Worker, message: WorkerMessage<Result>): void {
    if (message.type === 'share') {
      const current = this.#busy.get(worker)
      if (current === undefined) return
      clearTimeout(current.silence)
      current.silence = this.#listen(worker, 0)
      current.entry.terms.onShare?.(message.share)
      return
    }
    const entry = this.#free(worker)
    this.#idle.add(worker)
    if (message.type === 'done') entry?.resolve(message.result)
    else entry?.reject(new Error(message.message))
    this.#dispatch()
  }

  /** Ends the worker when it says nothing in its time. */
  #listen(worker: Worker, extraMs: number): NodeJS.Timeout {
    const { silenceMs } = this.#bounds
    const message = `It took longer than ${silenceMs / 1000} s.`
    return setTimeout(() => this.#retire(worker, message), silenceMs + extraMs)
  }

  async #measure(worker: Worker): Promise<void> {
    const memory = await worker.getHeapStatistics().catch(() => null)
    const bytes = memory === null ? 0 : memory.used_heap_size + memory.external_memory
    if (bytes > this.#bounds.memoryMegabytes * MEGABYTE) this.#retire(worker, this.#tooMuch())
  }

  #free(worker: Worker): Entry<Job, Result> | undefined {
    const current = this.#busy.get(worker)
    this.#busy.delete(worker)
    clearTimeout(current?.silence)
    clearInterval(current?.measuring)
    return current?.entry
  }

  #retire(worker: Worker, message: string): void {
    this.#idle.delete(worker)
    this.#free(worker)?.reject(new ThreadLost(message))
    void worker.terminate()
    this.#dispatch()
  }

  /** The oldest job of the user who waits for the longest, however much each of them sent. */
  #next(): Entry<Job, Result> | undefined {
    const turn = ({ terms }: Entry<Job, Result>): number => this.#served.indexOf(terms.owner)
    const [entry] = this.#waiting.toSorted((a, b) => turn(a) - turn(b))
    if (entry === undefined) return undefined
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
    const last = turn(entry)
    if (last !== -1) this.#served.splice(last, 1)
    this.#served.push(entry.terms.owner)
    return entry
  }

  #dispatch(): void {
    while (!this.#closed && this.#busy.size < this.#size) {
      const entry = this.#next()
      if (entry === undefined) return
      const [worker = this.#addWorker()] = this.#idle
      this.#idle.delete(worker)
      const measuring = setInterval(() => void this.#measure(worker), MEASURE_EVERY_MS)
      this.#busy.set(worker, { entry, measuring, silence: this.#listen(worker, LOADING_MS) })
      entry.terms.onStart?.()
      worker.postMessage(entry.job, [])
    }
  }

  #drop(entry: Entry<Job, Result>): void {
    const place = this.#waiting.indexOf(entry)
    if (place !== -1) this.#waiting.splice(place, 1)
    for (const [worker, current] of this.#busy) if (current.entry === entry) void worker.terminate()
    entry.reject(new Error('The job was cancelled.'))
  }
}

export function mediaWorkerUrl(): URL {
  return new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url)
}
