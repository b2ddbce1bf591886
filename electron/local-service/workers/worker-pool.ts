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
  /** The user whom the job is for. */
  readonly owner: string
  readonly signal?: AbortSignal
  /** Called when a thread takes the job. */
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

/** At most `size` threads of the script at `script`; threads start with the first jobs. */
export class WorkerPool<Job, Result> {
  readonly #script: URL
  readonly #size: number
  readonly #bounds: ThreadBounds
  readonly #waiting = createFairQueue<Entry<Job, Result>>()
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, { readonly entry: Entry<Job, Result>; readonly guard: Guard }>()
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
    const onAbort = (): void => this.#drop(entry, new Error('The job was cancelled.'))
    terms.signal?.addEventListener('abort', onAbort, { once: true })
    this.#waiting.add(terms.owner, entry)
    this.#dispatch()
    return await promise.finally(() => terms.signal?.removeEventListener('abort', onAbort))
  }

  /** How many jobs wait for a thread, and how many have one. */
  load(): { readonly waiting: number; readonly working: number } {
    return { waiting: this.#waiting.size, working: this.#busy.size }
  }

  async close(): Promise<void> {
    this.#closed = true
    const ending = new Error('The service is ending.')
    for (const entry of this.#waiting.drain()) entry.reject(ending)
    for (const { guard } of this.#busy.values()) guard.end()
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  #addWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.#bounds.memoryMegabytes }
    const worker = new Worker(this.#script, { execArgv: [], resourceLimits })
    worker.on('message', (message: WorkerMessage<Result>) => this.#hear(worker, message))
    worker.on('error', (error) => this.#retire(worker, reasonOf(error, this.#bounds)))
    worker.on('exit', () => this.#retire(worker, 'Its thread ended early.'))
    return worker
  }

  #hear(worker: Worker, message: WorkerMessage<Result>): void {
    const { entry, guard } = this.#busy.get(worker) ?? {}
    if (message.type === 'share') {
      guard?.heard()
      entry?.terms.onShare?.(message.share)
      return
    }
    this.#free(worker)
    this.#idle.push(worker)
    if (message.type === 'done') entry?.resolve(message.result)
    else entry?.reject(new Error(message.message))
    this.#dispatch()
  }

  #free(worker: Worker): Entry<Job, Result> | undefined {
    const current = this.#busy.get(worker)
    this.#busy.delete(worker)
    current?.guard.end()
    return current?.entry
  }

  #retire(worker: Worker, message: string): void {
    const entry = this.#free(worker)
    const place = this.#idle.indexOf(worker)
    if (place !== -1) this.#idle.splice(place, 1)
    entry?.reject(new ThreadLost(message))
    void worker.terminate()
    this.#dispatch()
  }

  #dispatch(): void {
    while (!this.#closed && this.#busy.size < this.#size) {
      const entry = this.#waiting.next()
      if (entry === undefined) return
      const worker = this.#idle.pop() ?? this.#addWorker()
      const guard = watch(worker, this.#bounds, (message) => this.#retire(worker, message))
      this.#busy.set(worker, { entry, guard })
      entry.terms.onStart?.()
      worker.postMessage(entry.job, [])
    }
  }

  #drop(entry: Entry<Job, Result>, reason: Error): void {
    this.#waiting.remove(entry)
    for (const [worker, current] of this.#busy) {
      if (current.entry === entry) void worker.terminate()
    }
    entry.reject(reason)
  }
}

type Guard = ReturnType<typeof watch>

/** Calls back once, with a sentence, when the busy `worker` breaks one of `bounds`. */
function watch(worker: Worker, bounds: ThreadBounds, onBroken: (message: string) => void) {
  let silence = setTimeout(onSilence, bounds.silenceMs + LOADING_MS)
  const measuring = setInterval(() => void measure(), MEASURE_EVERY_MS)
  async function measure(): Promise<void> {
    const memory = await worker.getHeapStatistics().catch(() => null)
    const bytes = memory === null ? 0 : memory.used_heap_size + memory.external_memory
    if (bytes > bounds.memoryMegabytes * MEGABYTE) stop(tooMuch(bounds))
  }
  let isOver = false
  function onSilence(): void {
    stop(`It took longer than ${bounds.silenceMs / 1000} s.`)
  }
  const end = (): void => {
    isOver = true
    clearTimeout(silence)
    clearInterval(measuring)
  }
  const stop = (message: string): void => {
    if (isOver) return
    end()
    onBroken(message)
  }
  return {
    /** The thread said something: its time begins again. */
    heard(): void {
      if (isOver) return
      clearTimeout(silence)
      silence = setTimeout(onSilence, bounds.silenceMs)
    },
    end,
  }
}

function reasonOf(error: unknown, bounds: ThreadBounds): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(bounds) : error.message
}

function tooMuch({ memoryMegabytes }: ThreadBounds): string {
  return `It took more than ${memoryMegabytes} MB of memory.`
}

/** The script's file URL. */
export function mediaWorkerUrl(): URL {
  return new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url)
}

/** A queue that is fair between users: users are served in rotation, however much each of them sent. */
interface FairQueue<Item> {
  add(owner: string, item: Item): void
  /** The oldest item of the next user, or undefined when nothing waits. */
  next(): Item | undefined
  /** Takes an item out, wherever it waits; false when it does not wait. */
  remove(item: Item): boolean
  /** Takes everything out. */
  drain(): readonly Item[]
  readonly size: number
}

/** An empty queue. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order in which users are served: one who was served goes to the end. */
  const queues = new Map<string, Item[]>()
  let size = 0

  return {
    add(owner, item) {
      const queue = queues.get(owner)
      if (queue === undefined) queues.set(owner, [item])
      else queue.push(item)
      size += 1
    },
    next() {
      for (const [owner, queue] of queues) {
        queues.delete(owner)
        const item = queue.shift()
        if (queue.length > 0) queues.set(owner, queue)
        if (item !== undefined) size -= 1
        return item
      }
      return undefined
    },
    remove(item) {
      for (const [owner, queue] of queues) {
        const place = queue.indexOf(item)
        if (place === -1) continue
        queue.splice(place, 1)
        if (queue.length === 0) queues.delete(owner)
        size -= 1
        return true
      }
      return false
    },
    drain() {
      const items = [...queues.values()].flat()
      queues.clear()
      size = 0
      return items
    },
    get size() {
      return size
    },
  }
}
