/**
 * The task engine: takes requests, leads every task through its life, and takes up again at start what was open at the end.
 *
 * Owns who does what: lanes send and look, the saver fetches, the store keeps. Whether the user may do something with a task
 * now is decided in actions.ts.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { Connection } from '#contract/profiles.ts'
import type { QueueLimit, QueueState, RequestUsage } from '#contract/queue.ts'
import type { Settings } from '#contract/settings.ts'
import type { EventBus } from '../events.ts'
import type { Library } from '../library/library.ts'
import type { Notices } from '../notices.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { DownloaderOptions } from '../results/download/download.ts'
import type { ServiceAddress } from '../service/apis/generation-service/client.ts'
import type { Database } from '../store/database.ts'
import { diskFailure } from '../store/disk-errors.ts'
import type { DurationStore } from './durations/duration-store.ts'
import { lookAt, type Look } from './polling/poll-task.ts'
import { createLane, type Lane } from './queue/profile-queue.ts'
import { createProfileLimits } from './limits/limits-store.ts'
import { createRequestLog, nextLocalDay } from './submission/request-log.ts'
import { createSaver, DISK_NOTICE, type Saver } from './saving/saver.ts'
import { signalOfNoAddress, type Signal } from './queue/signal.ts'
import { INTERRUPTED, sendTask, type SubmissionDeps } from './submission/submit-task.ts'
import type { TaskRecord } from './task-row.ts'
import type { Pace } from './durations/batch-forecast.ts'
import type { TaskStore } from './task-store.ts'

/** Changes that come within this are announced once. */
const ANNOUNCE_MS = 100

export interface EngineDeps {
  readonly db: Database
  readonly store: TaskStore
  readonly library: Library
  readonly durations: DurationStore
  readonly clock: Clock
  readonly random: Random
  readonly events: EventBus
  readonly notices: Notices
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  /** Whether the service of a profile is on this computer or a private network. */
  readonly isLocal: (profileId: string) => boolean
  /** As submission.ts asks for it. */
  readonly encode: SubmissionDeps['encode']
  readonly settings: () => Settings['queue']
  readonly downloads?: DownloaderOptions
  readonly log: (line: string) => void
}

export interface Engine {
  /** Takes up what was open when Atelier ended. Called once. */
  recover(): void
  enqueue(tasks: readonly TaskRecord[]): void
  /** Sends what waits in this order: the ids by profile. */
  arrange(order: ReadonlyMap<string, readonly string[]>): void
  follow(task: TaskRecord): void
  save(task: TaskRecord): void
  /** Takes a task out of the engine; false while its request is under way and nothing can be taken back. */
  drop(task: Pick<TaskRecord, 'id' | 'profileId'>): boolean
  /** The address or key of a profile changed: what waited for it goes on. */
  release(profileId: string): void
  pause(): QueueState
  resume(): QueueState
  state(): QueueState
  /** What is known of how fast requests of a profile can leave now. */
  pace(profileId: string): Pace
  usage(profileId: string, days: number): Omit<RequestUsage, 'dailyCap'>
  connection(profileId: string): { readonly connection: Connection; readonly message: string }
  report(profileId: string, connection: Connection, message: string): void
  close(): Promise<void>
}

export function createEngine(deps: EngineDeps): Engine {
  const { db, store, clock, events } = deps
  const lanes = new Map<string, Lane>()
  const limits = createProfileLimits(db, clock, deps.random)
  const requests = createRequestLog(db, clock)
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
  const saver: Saver = createSaver({
    ...deps,
    payLook: (profileId, signal) => laneOf(profileId).payLook(signal),
    onChange: announce,
  })

  const onDisk = (failure: Failure | null): void => {
    if (failure) deps.notices.raise({ id: DISK_NOTICE, code: failure.code, message: failure.message })
    else if (!saver.diskFailure) deps.notices.clear(DISK_NOTICE)
  }
  const guardDisk = async (send: () => Promise<Signal>): Promise<Signal> => {
    try {
      return await send()
    } catch (error) {
      const failure = diskFailure(error)
      if (!failure) throw error
      return { kind: 'disk', failure }
    }
  }
  const lookOrDisk = async (task: TaskRecord, look: () => Promise<Look>): Promise<Look> => {
    const seen: { look?: Look } = {}
    const signal = await guardDisk(async () => {
      seen.look = await look()
      return seen.look.signal
    })
    return seen.look ?? { signal, task }
  }

  const laneOf = (profileId: string): Lane => {
    const known = lanes.get(profileId)
    if (known) return known
    const lane = createLane({
      profileId,
      clock,
      random: deps.random,
      limits: limits.of(profileId, deps.isLocal(profileId)),
      durations: deps.durations,
      find: store.find,
      send: async (task, signal) => {
        const address = await deps.address(profileId)
        if (!address.ok) return signalOfNoAddress(address.error)
        return guardDisk(() => sendTask({ ...deps, requests, onDisk }, task, address.data, signal))
      },
      look: async (task, live, signal) => {
        const address = await deps.address(profileId)
        if (!address.ok) return { signal: signalOfNoAddress(address.error), task }
        return lookOrDisk(task, () => lookAt(store, clock, task, address.data, live, signal))
      },
      mostAtWork: () => deps.settings().concurrency,
      paused: () => paused,
      cap: () => reachedCap(profileId),
      postpone: (id, waitMs) => {
        const rounded = Math.round(waitMs)
        store.change(id, { notBefore: Math.round(clock.now()) + rounded, waitMs: rounded })
      },
      onFinished: saver.add,
      onChange: () => {
        limits.save(profileId)
        announce()
      },
      onConnection: (connection, message) => report(profileId, connection, message),
      log: deps.log,
    })
    lanes.set(profileId, lane)
    return lane
  }
  const reachedCap = (profileId: string): { message: string; untilWall: number } | null => {
    const cap = deps.settings().dailyCaps[profileId]
    if (cap === undefined || requests.sentToday(profileId) < cap) return null
    return { message: `Your cap of ${cap} requests a day is reached.`, untilWall: nextLocalDay(clock.now()) }
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
        const also = () => requests.conclude(task.id, 'unknown')
        store.change(task.id, { state: 'unknown', error: INTERRUPTED, durable: true, event, also })
      }
      for (const [profileId, tasks] of byProfile(store.withState('running'))) {
        laneOf(profileId).follow(tasks)
      }
      for (const task of store.withState('saving')) saver.add(task)
      for (const [profileId, tasks] of byProfile(store.withState('queued'))) laneOf(profileId).enqueue(tasks)
    },
    enqueue: (tasks) => {
      for (const [profileId, own] of byProfile(tasks)) laneOf(profileId).enqueue(own)
    },
    arrange: (order) => {
      for (const [profileId, ids] of order) lanes.get(profileId)?.arrange(ids)
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
    pace: (profileId) => {
      const now = clock.monotonicMs()
      const known = limits.of(profileId, deps.isLocal(profileId))
      const cap = deps.settings().dailyCaps[profileId]
      return {
        ...known.pace(),
        ...(lanes.get(profileId)?.load() ?? { waiting: 0, atWork: 0 }),
        held: known.hold(now),
        waitMs: known.waitMs('submit', now),
        bound: known.bound,
        mostAtWork: deps.settings().concurrency,
        paused,
        cap:
          cap === undefined ? null : { perDay: cap, left: Math.max(0, cap - requests.sentToday(profileId)) },
        nextDayMs: nextLocalDay(clock.now()) - clock.now(),
      }
    },
    usage: (profileId, days) => ({
      ...requests.usage(profileId, days),
      sentToday: requests.sentToday(profileId),
    }),
    connection: (profileId) =>
      connections.get(profileId) ?? { connection: 'unchecked', message: 'Not asked yet.' },
    close: async () => {
      closed = true
      stopListening()
      announcement?.()
      await Promise.all([...[...lanes.values()].map((lane) => lane.close()), saver.close()])
      limits.saveAll()
    },
  }
}

function byProfile(tasks: readonly TaskRecord[]): Map<string, TaskRecord[]> {
  return Map.groupBy(tasks, (task) => task.profileId)
}

function diskLimit(failure: Failure, waiting: number): QueueLimit {
  return { kind: 'disk', profileId: '', message: failure.message, waiting }
}
