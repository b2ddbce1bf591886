/** Library jobs: what runs, and how the last ones ended. */
import type { Result } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

export interface Jobs {
  /** Newest first. */
  readonly items: readonly Job[]
  /** Ended jobs that the user has dismissed. */
  readonly dismissed: ReadonlySet<string>
  load(): Promise<void>
  /** Adds a job that a call returned, before its first event. */
  follow(job: Job): void
  cancel(id: string): Promise<Result<Job>>
  dismiss(id: string): void
}

export type JobsStore = StoreApi<Jobs>

export function createJobsStore(bridge: Bridge): JobsStore {
  /** Counts the events: a list requested before the last of them may be out of date. */
  let changes = 0
  const store = createStore<Jobs>()((set, get) => ({
    items: [],
    dismissed: new Set(),
    async load() {
      const changesBefore = changes
      const response = await bridge.call('jobs.list', {})
      if (changes !== changesBefore) await get().load()
      else if (response.ok) set({ items: newestFirst(response.data.items) })
    },
    follow(job) {
      set({ items: withJob(get().items, job) })
    },
    async cancel(id) {
      const response = await bridge.call('jobs.cancel', { id })
      if (response.ok) get().follow(response.data)
      return response
    },
    dismiss(id) {
      set({ dismissed: new Set([...get().dismissed, id]) })
    },
  }))
  bridge.on((event) => {
    if (event.name !== 'job.changed') return
    changes += 1
    store.setState({ items: withJob(store.getState().items, event.data.job) })
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

/** Jobs that run, and jobs that ended and were not dismissed. */
export function shownJobs({ items, dismissed }: Jobs): readonly Job[] {
  return items.filter(({ id }) => !dismissed.has(id))
}

/** The newest job of this kind that is at work. */
export function runningJob(items: readonly Job[], kind: Job['kind']): Job | null {
  return items.find((job) => job.kind === kind && job.state === 'running') ?? null
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
