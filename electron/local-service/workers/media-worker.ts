/** Entry of a thread: takes a job of any kind, responds with its result. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from './worker-pool.ts'

export interface ThreadJob {
  readonly kind: JobKind
  readonly job: unknown
}

// On Linux each thread has a priority of its own (setpriority(2)): requests come before the making of media.
// Elsewhere it is the whole process's. About a third of what others get (sched(7)), so that a busy machine still makes media.
const NICE = 5
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', ({ kind, job }: ThreadJob) => {
  void work(kind, job).then(post)
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
  parentPort?.postMessage(message, [])
}

/**
 * The kinds of work, each a function `(job, report) => result` that a thread loads when it is first asked for it. Job and result
 * are cloned between threads; `report` takes the share that is done, 0 to 1.
 */
const JOB_KINDS = {
  'read-image': async () => (await import('../inputs/image-input.ts')).readImage,
  'read-video': async () => (await import('../inputs/video-input.ts')).readVideo,
  image: async () => (await import('../image/draw-image.ts')).drawImage,
  music: async () => (await import('../music/make-music.ts')).makeMusic,
  character: async () => (await import('../character/draw-character.ts')).drawCharacter,
  video: async () => (await import('../video/make-video.ts')).makeVideo,
} satisfies Record<string, () => Promise<(job: never, report: Report) => unknown>>

type Report = (share: number) => void

type Work<Kind extends JobKind> = Awaited<ReturnType<(typeof JOB_KINDS)[Kind]>>

export type JobKind = keyof typeof JOB_KINDS
export type JobOf<Kind extends JobKind> = Parameters<Work<Kind>>[0]
export type ResultOf<Kind extends JobKind> = Awaited<ReturnType<Work<Kind>>>
