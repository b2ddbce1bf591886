/**
 * The task engine: takes requests, leads every task through its life, and takes up again at start what was open at the end.
 *
 * Owns who does what: lanes send and look, the saver fetches, the store keeps. Whether the user may do something with a task
 * now is decided in actions.ts.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { Connection } from '#contract/profile.ts'
import type { QueueLimit, QueueState } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/task.ts'
import type { EventBus } from '../events.ts'
import type { Library } from '../library/library.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { GenerateBody, ServiceAddress } from '../service/client.ts'
import type { Database } from '../store/database.ts'
import { createLane, type Lane } from './lane.ts'
import { createSaver, type Saver } from './saver.ts'
import { INTERRUPTED } from './submission.ts'
import type { TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

/** Changes that come within this are announced once. */
const ANNOUNCE_MS = 100

export interface EngineDeps {
  readonly db: Database
  readonly store: TaskStore
  readonly library: Library
  readonly clock: Clock
  readonly random: Random
  readonly events: EventBus
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly encode: (request: GenerateRequest) => Promise<Result<GenerateBody>>
  readonly concurrency: () => number
  readonly log: (line: string) => void
}

export interface Engine {
  /** Takes up what was open when Atelier ended. Called once. */
  recover(): void
  enqueue(tasks: readonly TaskRecord[]): void
  follow(task: TaskRecord): void
  save(task: TaskRecord): void
  /** Takes a task out of the engine; false while its request is under way and nothing can be taken back. */
  drop(task: TaskRecord): boolean
  /** The address or key of a profile changed: what waited for it goes on. */
  release(profileId: string): void
  pause(): QueueState
  resume(): QueueState
  state(): QueueState
  connection(profileId: string): { readonly connection: Connection; readonly message: string }
  report(profileId: string, connection: Connection, message: string): void
  close(): Promise<void>
}

export function createEngine(deps: EngineDeps): Engine {
  const { db, store, clock, events } = deps
  const lanes = new Map<string, Lane>()
  const connections = new Map<string, { connection: Connection; message: string }>()
  let paused = db.get("SELECT value FROM facts WHERE name = 'queue.paused'")?.['value'] === 'true'
  let announcement: (() => void) | null = null
  let closed = false

  const report = (profileId: string, connection: Connection, message: string): void => {
    const before = connections.get(profileId)
    if (before?.connection === connection && before.message === message) return
    connections.set(profileId, { connection, message })
    events.emit('connection.changed', { profileId, connection, message })
  }
  const announce = (): void => {
    if (announcement || closed) return
    announcement = clock.after(ANNOUNCE_MS, () => {
      announcement = null
      events.emit('queue.changed', { queue: state() })
    })
  }
  const saver: Saver = createSaver({ ...deps, onChange: announce })

  const laneOf = (profileId: string): Lane => {
    const known = lanes.get(profileId)
    if (known) return known
    const lane = createLane({
      profileId,
      store,
      clock,
      random: deps.random,
      encode: deps.encode,
      address: () => deps.address(profileId),
      concurrency: deps.concurrency,
      paused: () => paused,
      onFinished: saver.add,
      onChange: announce,
      onConnection: (connection, message) => report(profileId, connection, message),
      log: deps.log,
    })
    lanes.set(profileId, lane)
    return lane
  }
  const stopListening = events.subscribe(({ name }) => {
    if (name === 'task.changed' || name === 'task.removed') announce()
    if (name === 'settings.changed') for (const lane of lanes.values()) lane.wake()
  })

  const state = (): QueueState => {
    const holding: QueueLimit[] = [...lanes.values()].flatMap((lane) => [...lane.holding()])
    if (saver.diskFailure) holding.push(diskLimit(saver.diskFailure, saver.waiting))
    const key = holding.find((limit) => limit.kind === 'key')
    const reason = paused
      ? 'You paused sending. Tasks at the service are still followed and saved.'
      : undefined
    return {
      paused: paused || key !== undefined,
      reason:
        reason ?? key?.message ?? holding.find((limit) => limit.kind !== 'concurrency')?.message ?? null,
      counts: store.counts(),
      limits: { holding },
    }
  }
  const setPaused = (value: boolean): void => {
    paused = value
    db.run("INSERT OR REPLACE INTO facts (name, value) VALUES ('queue.paused', ?)", String(value))
    announce()
  }

  return {
    report,
    state,
    recover: () => {
      for (const task of store.withState('sending')) {
        const event = { kind: 'unknown', text: INTERRUPTED.message }
        store.change(task.id, { state: 'unknown', error: INTERRUPTED, durable: true, event })
      }
      for (const [profileId, tasks] of byProfile(store.withState('running'))) {
        laneOf(profileId).follow(tasks, true)
      }
      for (const task of store.withState('saving')) saver.add(task)
      for (const [profileId, tasks] of byProfile(store.withState('queued'))) laneOf(profileId).enqueue(tasks)
    },
    enqueue: (tasks) => {
      for (const [profileId, own] of byProfile(tasks)) laneOf(profileId).enqueue(own)
    },
    follow: (task) => laneOf(task.profileId).follow([task]),
    save: saver.add,
    drop: (task) => {
      saver.drop(task.id)
      return lanes.get(task.profileId)?.drop(task.id) ?? true
    },
    release: (profileId) => {
      lanes.get(profileId)?.release()
      saver.wake()
    },
    pause: () => {
      setPaused(true)
      return state()
    },
    resume: () => {
      setPaused(false)
      for (const lane of lanes.values()) lane.release()
      saver.wake()
      return state()
    },
    connection: (profileId) =>
      connections.get(profileId) ?? { connection: 'unchecked', message: 'Not asked yet.' },
    close: async () => {
      closed = true
      stopListening()
      announcement?.()
      await Promise.all([...[...lanes.values()].map((lane) => lane.close()), saver.close()])
    },
  }
}

function byProfile(tasks: readonly TaskRecord[]): Map<string, TaskRecord[]> {
  return Map.groupBy(tasks, (task) => task.profileId)
}

function diskLimit(failure: Failure, waiting: number): QueueLimit {
  return { kind: 'disk', profileId: '', message: failure.message, waiting }
}
