/**
 * Runs jobs on a few worker threads, one job per thread at a time, fair between users.
 *
 * A thread that crashes fails the one job it had and is replaced. What a job means is the worker script's business; it
 * responds to every message, a job, with `WorkerMessage`s of which the last is `done` or `failed`.
 */
import { Worker } from 'node:worker_threads'
import { createFairQueue } from './fair-queue.ts'

export type WorkerMessage<Result> =
  | { readonly type: 'share'; readonly share: number }
  | { readonly type: 'done'; readonly result: Result }
  | { readonly type: 'failed'; readonly message: string }

interface JobTerms {
  /** The user whom the job is for. */
  readonly owner: string
  readonly signal: AbortSignal
  /** Called when a thread takes the job. */
  readonly onStart?: () => void
  /** Called with what the job reports of itself, 0 to 1. */
  readonly onShare?: (share: number) => void
}

export interface WorkerPool<Job, Result> {
  /**
   * Rejects when the job fails, its thread crashes, or `signal` fires; a job that is being worked on when `signal` fires
   * costs its thread.
   */
  run(job: Job, terms: JobTerms): Promise<Result>
  /** How many jobs wait for a thread, and how many have one. */
  load(): { readonly waiting: number; readonly working: number }
  close(): Promise<void>
}

interface Entry<Job, Result> {
  readonly job: Job
  readonly terms: JobTerms
  readonly resolve: (result: Result) => void
  readonly reject: (reason: Error) => void
}

/** A pool of at most `size` threads of the script at `script`; threads start with the first jobs. */
export function createWorkerPool<Job, Result>(script: URL, size: number): WorkerPool<Job, Result> {
  const waiting = createFairQueue<Entry<Job, Result>>()
  const idle: Worker[] = []
  const busy = new Map<Worker, Entry<Job, Result>>()
  let closed = false

  function addWorker(): Worker {
    const worker = new Worker(script, { execArgv: [] })
    worker.on('message', (message: WorkerMessage<Result>) => {
      const entry = busy.get(worker)
      if (message.type === 'share') return entry?.terms.onShare?.(message.share)
      busy.delete(worker)
      idle.push(worker)
      if (message.type === 'done') entry?.resolve(message.result)
      else entry?.reject(new Error(message.message))
      dispatch()
    })
    worker.on('error', (error) => retire(worker, error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => retire(worker, 'The working thread ended early.'))
    return worker
  }

  function retire(worker: Worker, message: string): void {
    const entry = busy.get(worker)
    busy.delete(worker)
    const place = idle.indexOf(worker)
    if (place !== -1) idle.splice(place, 1)
    entry?.reject(new Error(message))
    dispatch()
  }

  function dispatch(): void {
    while (!closed && busy.size < size) {
      const entry = waiting.next()
      if (entry === undefined) return
      const worker = idle.pop() ?? addWorker()
      busy.set(worker, entry)
      entry.terms.onStart?.()
      worker.postMessage(entry.job, [])
    }
  }

  function drop(entry: Entry<Job, Result>, reason: Error): void {
    waiting.remove(entry)
    for (const [worker, current] of busy) {
      if (current === entry) void worker.terminate()
    }
    entry.reject(reason)
  }

  return {
    run(job, terms) {
      if (closed || terms.signal.aborted) return Promise.reject(new Error('The service is ending.'))
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const entry: Entry<Job, Result> = { job, terms, resolve, reject }
      const onAbort = (): void => drop(entry, new Error('The job was cancelled.'))
      terms.signal.addEventListener('abort', onAbort, { once: true })
      waiting.add(terms.owner, entry)
      dispatch()
      return promise.finally(() => terms.signal.removeEventListener('abort', onAbort))
    },
    load: () => ({ waiting: waiting.size, working: busy.size }),
    async close() {
      closed = true
      const ending = new Error('The service is ending.')
      for (const entry of waiting.drain()) entry.reject(ending)
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}
