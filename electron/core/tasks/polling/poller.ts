/**
 * Polls the running tasks of one profile: many at once, each when it is worth it and the limits allow it.
 *
 * Owns which tasks are followed and who polls next. When to check again is the profile queue's timer; what a poll means for its
 * task is recorded in poll-task.ts before it comes back here.
 */
import type { Clock } from '#core/ports/clock.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Limits } from '../limits/limits.ts'
import type { ConnectionState } from '../queue/connection-state.ts'
import { createInFlight } from '../queue/in-flight.ts'
import type { StepOutcome } from '../step-outcome.ts'
import { MIN_SAMPLES, type DurationModel, SLOW_SHARE } from '../durations/duration-model.ts'
import type { TaskRecord } from '../task-row.ts'
import { createPollWaiters, type PollBudget } from './poll-budget.ts'
import { createPollChooser, MAX_GAP_S, type Pollable } from './poll-chooser.ts'

const MAX_POLLS_AT_ONCE = 8
/** While tasks run, the next poll is chosen again this often. */
const TICK_MS = 250
/** A task that outlives nearly all that were seen: every so many polls ask the provider itself. */
const LIVE_EVERY = 5
/** The wait after failed polls of one task doubles with each. */
const FAILED_POLL_WAIT_MS = 1_000
const FAILED_POLL_DOUBLINGS = 6

export interface PollerDeps {
  readonly clock: Clock
  readonly limits: Limits
  readonly durations: DurationStore
  readonly connection: ConnectionState
  readonly find: (id: string) => TaskRecord | null
  /** Polls a running task; `live` asks the provider itself. */
  readonly poll: (task: TaskRecord, live: boolean) => Promise<StepOutcome>
  /** A task is finished at the service and goes on to be saved, with polls from `budget`. */
  readonly onFinished: (task: TaskRecord, budget: PollBudget) => void
  readonly onError: (id: string, error: unknown) => void
  /** Something new may be due. */
  readonly wake: () => void
}

export type Poller = ReturnType<typeof createPoller>

export function createPoller(deps: PollerDeps) {
  const { clock, limits, durations, connection } = deps
  const followed = new Map<string, PolledTask>()
  const waiters = createPollWaiters(deps.wake)
  const inFlight = createInFlight(deps.onError, deps.wake)
  const chooser = createPollChooser()

  const poll = async (entry: PolledTask): Promise<void> => {
    const task = deps.find(entry.id)
    if (task?.state !== 'running') {
      followed.delete(entry.id)
      return
    }
    entry.dueAt = null
    entry.polls++
    const live = entry.polls % LIVE_EVERY === 0 && isSlow(entry, clock.monotonicMs())
    const outcome = await deps.poll(task, live)
    connection.apply(outcome.effect, 'poll', followed.size)
    const now = clock.monotonicMs()
    if (outcome.task.state === 'running') {
      if (notePoll(entry, outcome, now)) learnFrom(durations, entry, task, now, false)
      return
    }
    followed.delete(entry.id)
    limits.taskEnded(now)
    if (outcome.task.state !== 'saving') return
    // One that failed says nothing of how long the others take, whatever it made before.
    if (outcome.task.remoteStatus !== 'FAILED') learnFrom(durations, entry, task, now, true)
    deps.onFinished(outcome.task, waiters)
  }
  return {
    get size(): number {
      return followed.size
    },
    /** No task is followed and nobody else waits to poll. */
    get isIdle(): boolean {
      return followed.size + waiters.size === 0
    },
    budget: waiters,
    follow: (tasks: readonly TaskRecord[]): void => {
      const now = clock.monotonicMs()
      for (const task of tasks) {
        followed.set(task.id, startFollowing(task, durations.modelFor(task.request), now, clock.now()))
      }
    },
    drop: (id: string): void => {
      if (followed.delete(id)) limits.taskEnded(clock.monotonicMs())
    },
    /** Starts what is due; returns when to check again, on the monotonic clock. */
    startDue: (now: number): number => {
      if (connection.hold) return Infinity
      while (inFlight.size < (connection.isCautious('poll') ? 1 : MAX_POLLS_AT_ONCE)) {
        const waitMs = limits.waitMs('poll', now)
        if (waitMs > 0) return followed.size + waiters.size > 0 ? now + waitMs : Infinity
        if (waiters.admitNext()) {
          limits.spend('poll', now)
          continue
        }
        const chosen = chooser.next(followed.values(), now, limits.sparePolls(now), inFlight.has)
        if (!chosen) return followed.size > 0 ? now + TICK_MS : Infinity
        limits.spend('poll', now)
        inFlight.start(chosen.id, poll(chosen))
      }
      return Infinity
    },
    /** Every task may be finished. */
    timeJumped: (now: number): void => {
      for (const entry of followed.values()) forgetTime(entry, now)
    },
    /** Ends the waits after failed polls. */
    release: (): void => {
      for (const entry of followed.values()) forgetFailures(entry)
    },
    close: waiters.close,
    /** Resolves when no poll is under way. */
    settled: inFlight.settled,
  }
}

/** Plans the next poll of a task that still runs; returns whether this one tells of its duration. */
function notePoll(entry: PolledTask, { effect, waitMs }: StepOutcome, now: number): boolean {
  if (effect?.kind !== 'fine') {
    // A failed poll tells nothing of the task, and holds the others: one that the service always fails is polled ever less.
    if (effect?.kind === 'offline') entry.failures++
    entry.dueAt = now + FAILED_POLL_WAIT_MS * 2 ** Math.min(entry.failures, FAILED_POLL_DOUBLINGS)
    return false
  }
  entry.failures = 0
  entry.polledAt = now
  if (waitMs === undefined) return true
  entry.dueAt = now + waitMs
  return false
}

function learnFrom(
  durations: DurationStore,
  entry: PolledTask,
  { request }: TaskRecord,
  now: number,
  finished: boolean,
): void {
  if (entry.seenRunningAt === null) return
  durations.polled(request, ageAtS(entry, entry.seenRunningAt), ageAtS(entry, now), finished)
  entry.seenRunningAt = now
}

interface PolledTask extends Pollable {
  /**
   * When it was last known to be running, on the monotonic clock; a failed poll tells nothing. Null where its age is not
   * known well enough to learn from: it was taken up after a restart, or the clock jumped.
   */
  seenRunningAt: number | null
  polls: number
  /** Polls in a row that the service did not answer as it should. */
  failures: number
}

/** A task that is followed within this time after it was sent was sent by this run. */
const FRESH_MS = 5_000

/** `now` and `epochNow` are the same moment on both clocks. */
export function startFollowing(
  task: TaskRecord,
  model: DurationModel,
  now: number,
  epochNow: number,
): PolledTask {
  const startedAt = now - Math.max(0, epochNow - (task.sentAt ?? task.createdAt))
  const isFresh = task.polls === 0 && now - startedAt < FRESH_MS
  // After a restart the record tells when the last poll was; a record from the future tells nothing, so the task is due.
  const sincePollMs = epochNow - (task.polls === 0 ? (task.sentAt ?? task.createdAt) : task.updatedAt)
  const polledAt = now - (sincePollMs < 0 ? MAX_GAP_S * 1_000 + 1 : sincePollMs)
  return {
    id: task.id,
    model,
    startedAt,
    polledAt,
    dueAt: null,
    seenRunningAt: isFresh ? startedAt : null,
    polls: task.polls,
    failures: 0,
  }
}

/** What failed is tried again now. */
function forgetFailures(task: PolledTask): void {
  if (task.failures === 0) return
  task.failures = 0
  task.dueAt = null
}

/** The clock jumped: how long ago it was polled and how old it is are unknown, so it is due. */
function forgetTime(task: PolledTask, now: number): void {
  task.polledAt = Math.min(task.polledAt, now - MAX_GAP_S * 1_000 - 1)
  task.seenRunningAt = null
  forgetFailures(task)
}

/** Its age at a moment, in seconds. */
function ageAtS({ startedAt }: PolledTask, at: number): number {
  return Math.max(0, at - startedAt) / 1_000
}

/** Whether it has outlived nearly everything that was seen. */
function isSlow(task: PolledTask, now: number): boolean {
  const { samples, distribution } = task.model
  return samples.length >= MIN_SAMPLES && ageAtS(task, now) > distribution.quantileAfter(0, SLOW_SHARE)
}
