/**
 * Long work over the library: started here, announced as it runs, cancelled by the user or when Atelier closes.
 *
 * Owns progress and end. What a job does, and what it leaves when it is cancelled, is decided where it is started.
 */
import { render, type Say } from '../messages/render.ts'
import { randomUUID } from 'node:crypto'
import { fail, failure, type Failure, messageOf, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { message, type Message, type Rendered } from '#contract/messages/message.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import { diskFailure } from '../store/disk-errors.ts'

/** Ten announcements a second are smooth to look at. */
const ANNOUNCE_MS = 100
/** Jobs that ended are listed until so many others have ended after them. */
const MAX_ENDED = 20

/** How far the work is. What is left out stays as it was. */
export type JobProgress = Partial<Pick<Job, 'done' | 'total' | 'path'>> & { readonly message?: Message }

/** How the work ended well. */
export type JobEnd<Data> = Partial<Pick<Job, 'downloadUrl' | 'path' | 'archive'>> & {
  readonly message: Message
  /** The data of the call that started the job. */
  readonly data: Data
}

/**
 * Must stop soon after `signal` aborts, by throwing its reason or by failing, and leave what it finished. Failing with
 * `conflict` then says what is left.
 */
export type JobWork<Data> = (
  report: (progress: JobProgress) => void,
  signal: AbortSignal,
) => Promise<Result<JobEnd<Data>>>

export interface StartedJob<Data> {
  readonly job: Job
  /** Never rejects; `conflict` with the message of the job when it was cancelled. */
  readonly ended: Promise<Result<Data>>
}

export type Jobs = ReturnType<typeof createJobs>

interface Entry {
  job: Job
  readonly abort: AbortController
  ended: Promise<unknown>
  announcedAtMs: number
  disarm: (() => void) | null
}

export function createJobs(events: EventBus, clock: Clock, say: Say, log: (line: string) => void) {
  const entries = new Map<string, Entry>()
  const announce = (entry: Entry): void => {
    entry.disarm?.()
    entry.disarm = null
    entry.announcedAtMs = clock.monotonicMs()
    events.emit('job.changed', { job: entry.job })
  }
  const changed = (job: Job, { message: said, ...facts }: JobChange): Job => ({
    ...job,
    ...facts,
    ...(said && { message: render(said, say) }),
  })
  const runner: Runner = {
    log,
    report: (entry, progress) => {
      if (entry.job.state !== 'running') return
      entry.job = changed(entry.job, progress)
      const waitMs = entry.announcedAtMs + ANNOUNCE_MS - clock.monotonicMs()
      if (waitMs <= 0) announce(entry)
      else entry.disarm ??= clock.after(waitMs, () => announce(entry))
    },
    conclude: (entry, end) => {
      // Ended jobs stand in the order in which they ended.
      entries.delete(entry.job.id)
      entry.job = changed(entry.job, end)
      entries.set(entry.job.id, entry)
      const ended = [...entries.values()].filter(({ job }) => job.state !== 'running')
      for (const { job } of ended.slice(0, -MAX_ENDED)) entries.delete(job.id)
      announce(entry)
    },
  }
  let closed = false
  return {
    /** Returns at once. `doing` says what is going on. */
    start: <Data>(kind: Job['kind'], doing: Message, work: JobWork<Data>): StartedJob<Data> => {
      const entry = newEntry(kind, render(doing, say), clock.now())
      entries.set(entry.job.id, entry)
      if (closed) entry.abort.abort()
      announce(entry)
      const { job } = entry
      const ended = runJob(runner, entry, work)
      entry.ended = ended
      return { job, ended }
    },
    /** Those that run and the last 20 that ended, newest first. */
    list: (): readonly Job[] => [...entries.values()].map(({ job }) => job).toReversed(),
    /** Returns the job once its work has stopped. */
    cancel: async (id: string): Promise<Result<Job>> => {
      const entry = entries.get(id)
      if (!entry) return fail('not_found', 'app.noJob')
      entry.abort.abort()
      await entry.ended
      return succeed(entry.job)
    },
    /** Cancels everything and waits until it has stopped. */
    close: async (): Promise<void> => {
      closed = true
      for (const { abort } of entries.values()) abort.abort()
      await Promise.all([...entries.values()].map(({ ended }) => ended))
    },
  }
}

type JobChange = Partial<Omit<Job, 'message'>> & { readonly message?: Message }

interface Runner {
  readonly report: (entry: Entry, progress: JobProgress) => void
  readonly conclude: (entry: Entry, end: JobChange & Pick<Job, 'state'>) => void
  readonly log: (line: string) => void
}

function newEntry(kind: Job['kind'], doing: Rendered, startedAt: number): Entry {
  const job: Job = {
    id: `job_${randomUUID()}`,
    kind,
    state: 'running',
    done: 0,
    total: null,
    message: doing,
    startedAt,
  }
  return { job, abort: new AbortController(), ended: Promise.resolve(), announcedAtMs: 0, disarm: null }
}

async function runJob<Data>(
  { report, conclude, log }: Runner,
  entry: Entry,
  work: JobWork<Data>,
): Promise<Result<Data>> {
  const { signal } = entry.abort
  const outcome = await attempt(() => work((progress) => report(entry, progress), signal), entry, log)
  if (outcome.ok) {
    const { data, ...end } = outcome.data
    conclude(entry, { state: 'done', ...end })
    return succeed(data)
  }
  if (signal.aborted) {
    const left = outcome.error.code === 'conflict' ? messageOf(outcome.error) : cancelled(entry.job)
    conclude(entry, { state: 'cancelled', message: left })
    return fail('conflict', left)
  }
  conclude(entry, { state: 'failed', message: messageOf(outcome.error) })
  return outcome
}

/** An error that the work throws becomes data. */
async function attempt<Data>(
  work: () => Promise<Result<JobEnd<Data>>>,
  { job, abort }: Entry,
  log: (line: string) => void,
): Promise<Result<JobEnd<Data>>> {
  try {
    abort.signal.throwIfAborted()
    return await work()
  } catch (error) {
    return { ok: false, error: failureOf(error, job, abort.signal, log) }
  }
}

function failureOf(error: unknown, job: Job, signal: AbortSignal, log: (line: string) => void): Failure {
  const disk = diskFailure(error)
  if (disk) return disk
  if (!signal.aborted) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log(`The job ${job.kind} failed: ${said}`)
  }
  return failure('internal', message('shared.unforeseen', { call: job.kind }))
}

function cancelled({ done, total }: Job): Message {
  return total === null ? message('app.cancelled', { done }) : message('app.cancelledOf', { done, total })
}
