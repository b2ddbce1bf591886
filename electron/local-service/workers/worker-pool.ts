/**
 * Runs jobs on a few worker threads, one job per thread at a time, in the order they came.
 *
 * Owns the threads' lives: a thread that crashes fails the one job it had and is replaced. What a job means is the worker
 * script's business; it answers every message, a job, with a `WorkerAnswer`.
 */
import { Worker } from 'node:worker_threads'

export type WorkerAnswer<Result> =
  { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly message: string }

export interface WorkerPool<Job, Result> {
  /**
   * Rejects when the job fails, its thread crashes, or `signal` fires; a job that is being worked on when `signal` fires
   * costs its thread. `onStart` is called when a thread takes the job.
   */
  run(job: Job, signal: AbortSignal, onStart: () => void): Promise<Result>
  close(): Promise<void>
}

interface Entry<Job, Result> {
  readonly job: Job
  readonly onStart: () => void
  readonly resolve: (result: Result) => void
  readonly reject: (reason: Error) => void
}

/** A pool of at most `size` threads of the script at `script`; threads start with the first jobs. */
export function createWorkerPool<Job, Result>(script: URL, size: number): WorkerPool<Job, Result> {
  const waiting: Entry<Job, Result>[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Entry<Job, Result>>()
  let closed = false

  function addWorker(): Worker {
    const worker = new Worker(script, { execArgv: [] })
    worker.on('message', (answer: WorkerAnswer<Result>) => {
      const entry = busy.get(worker)
      busy.delete(worker)
      idle.push(worker)
      if (answer.ok) entry?.resolve(answer.result)
      else entry?.reject(new Error(answer.message))
      dispatch()
    })
    worker.on('error', (error) => retire(worker, error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => retire(worker, 'The drawing thread ended early.'))
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
    while (!closed && waiting.length > 0 && busy.size < size) {
      const entry = waiting.shift()
      if (entry === undefined) return
      const worker = idle.pop() ?? addWorker()
      busy.set(worker, entry)
      entry.onStart()
      worker.postMessage(entry.job, [])
    }
  }

  function drop(entry: Entry<Job, Result>, reason: Error): void {
    const place = waiting.indexOf(entry)
    if (place !== -1) waiting.splice(place, 1)
    for (const [worker, current] of busy) {
      if (current === entry) void worker.terminate()
    }
    entry.reject(reason)
  }

  return {
    run(job, signal, onStart) {
      if (closed || signal.aborted) return Promise.reject(new Error('The service is ending.'))
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const entry: Entry<Job, Result> = { job, onStart, resolve, reject }
      const onAbort = (): void => drop(entry, new Error('The job was cancelled.'))
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(entry)
      dispatch()
      return promise.finally(() => signal.removeEventListener('abort', onAbort))
    },
    async close() {
      closed = true
      const ending = new Error('The service is ending.')
      for (const entry of waiting.splice(0)) entry.reject(ending)
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}
