/** Library jobs: what runs, and how the last ones ended. */
import type { RenderedResult } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export interface Jobs {
  /** Newest first. */
  readonly items: readonly Job[]
  /** Ended jobs that the user has dismissed. */
  readonly dismissed: ReadonlySet<string>
}

export function createJobsStore(bridge: Bridge) {
  const store = createMirror<'jobs.list', Jobs>(
    bridge,
    'jobs.list',
    { items: [], dismissed: new Set() },
    ({ items }) => ({ items: newestFirst(items) }),
    (event, { items }) => (event.name === 'job.changed' ? { items: withJob(items, event.data.job) } : null),
  )
  /** Adds a job that a call returned, before its first event. */
  const follow = (job: Job): void => store.setState(({ items }) => ({ items: withJob(items, job) }))
  async function cancel(id: string): Promise<RenderedResult<Job>> {
    const response = await bridge.call('jobs.cancel', { id })
    if (response.ok) follow(response.data)
    return response
  }
  const dismiss = (id: string): void =>
    store.setState(({ dismissed }) => ({ dismissed: new Set([...dismissed, id]) }))
  return Object.assign(store, { follow, cancel, dismiss })
}

/** Jobs that run, and jobs that ended and were not dismissed. */
export function shownJobs({ items, dismissed }: Jobs): readonly Job[] {
  return items.filter(({ id }) => !dismissed.has(id))
}

function withJob(items: readonly Job[], job: Job): readonly Job[] {
  const known = items.find(({ id }) => id === job.id)
  return newestFirst([...items.filter(({ id }) => id !== job.id), latest(known, job)])
}

/** A job never goes back: a response may be older than an event that came before it. */
function latest(known: Job | undefined, job: Job): Job {
  if (known === undefined) return job
  if (known.state !== 'running') return job.state === 'running' ? known : job
  return job.state === 'running' && job.done < known.done ? known : job
}

function newestFirst(items: readonly Job[]): readonly Job[] {
  return items.toSorted((a, b) => b.startedAt - a.startedAt)
}
