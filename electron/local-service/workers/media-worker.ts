/** Entry of a thread: takes a job of any kind, responds with its result. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { JOB_KINDS, type JobKind, type Report } from './job-kinds.ts'
import type { WorkerMessage } from './worker-pool.ts'

/** What a thread is sent. */
export interface ThreadJob {
  readonly kind: JobKind
  readonly job: unknown
}

// On Linux each thread has a priority of its own (setpriority(2)): requests come before the making of media.
// Elsewhere it is the whole process's. About a third of what others get (sched(7)), so that a busy machine still makes media.
const NICE = 5
if (process.platform === 'linux') setPriority(NICE)

const port = parentPort
port?.on('message', ({ kind, job }: ThreadJob) => {
  void work(kind, job).then((message) => post(message))
})

async function work(kind: JobKind, job: unknown): Promise<WorkerMessage<unknown>> {
  try {
    const run = (await JOB_KINDS[kind]()) as (job: unknown, report: Report) => unknown
    // Loading the kind's modules is over: the job's own time begins.
    post({ type: 'share', share: 0 })
    return { type: 'done', result: await run(job, (share) => post({ type: 'share', share })) }
  } catch (error) {
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function post(message: WorkerMessage<unknown>): void {
  port?.postMessage(message, [])
}
