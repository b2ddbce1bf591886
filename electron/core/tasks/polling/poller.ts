/**
 * Polls the running tasks of one profile: many at once, each when it is worth it and the limits allow it.
 *
 * Owns which tasks are followed and who polls next. When to check again is the profile queue's timer; what a poll means for its
 * task is recorded in poll-task.ts before it comes back here.
 */
import type { Clock } from '../../ports/clock.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Limits } from '../limits/limits.ts'
import type { ConnectionState } from '../queue/connection-state.ts'
import { createInFlight } from '../queue/in-flight.ts'
import type { StepOutcome } from '../step-outcome.ts'
import type { TaskRecord } from '../task-row.ts'
import { createPollWaiters, type PollBudget } from './poll-budget.ts'
import { createPollChooser } from './poll-schedule.ts'
import { ageAtS, forgetTime, isSlow, startFollowing, type PolledTask } from './polled-task.ts'

const MAX_POLLS_AT_ONCE = 8
/** While tasks run, the next poll is chosen again this often. */
const TICK_MS = 250
/** A task that outlives nearly all that were seen: every so many polls ask the provider itself. */
const LIVE_EVERY = 5
const FAILED_POLL_WAIT_MS = 1_000

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

export interface Poller {
  /** How many tasks are followed. */
  readonly size: number
  /** No task is followed and nobody else waits to poll. */
  readonly isIdle: boolean
  readonly budget: PollBudget
  follow(tasks: readonly TaskRecord[]): void
  /** Stops following a task. */
  drop(id: string): void
  /** Starts what is due; returns when to check again, on the monotonic clock. */
  startDue(now: number): number
  /** The clock jumped: every task may be finished. */
  timeJumped(now: number): void
  /** Lets all waiters go. */
  close(): void
  /** Resolves when no poll is under way. */
  settled(): Promise<void>
}

export function createPoller(deps: PollerDeps): Poller {
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
    learnFrom(durations, entry, task, now, true)
    deps.onFinished(outcome.task, waiters)
  }
  return {
    get size() {
      return followed.size
    },
    get isIdle() {
      return followed.size + waiters.size === 0
    },
    budget: waiters,
    follow: (tasks) => {
      const now = clock.monotonicMs()
      for (const task of tasks) {
        followed.set(task.id, startFollowing(task, durations.modelFor(task.request), now, clock.now()))
      }
    },
    drop: (id) => {
      if (followed.delete(id)) limits.taskEnded(clock.monotonicMs())
    },
    startDue: (now) => {
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
    timeJumped: (now) => {
      for (const entry of followed.values()) forgetTime(entry, now)
    },
    close: waiters.close,
    settled: inFlight.settled,
  }
}

/** Plans the next poll of a task that still runs; returns whether this one tells of its duration. */
function notePoll(entry: PolledTask, { effect, waitMs }: StepOutcome, now: number): boolean {
  if (effect?.kind !== 'fine') {
    // A failed poll tells nothing of the task: the others go first.
    entry.dueAt = now + FAILED_POLL_WAIT_MS
    return false
  }
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
