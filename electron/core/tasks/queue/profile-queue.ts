/**
 * The queue of one profile: what submits its tasks and polls them, on one timer however many tasks there are.
 *
 * Owns the timer and the connection state, and ties the submitter and the poller to them. Which task is worth a poll is decided
 * in poll-chooser.ts, what a request costs in limits.ts.
 */
import type { Message } from '#contract/messages/message.ts'
import type { Connection } from '#contract/profiles.ts'
import type { Context } from '../../context/context.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Limits } from '../limits/limits.ts'
import type { PollBudget } from '../polling/poll-budget.ts'
import { createPoller, type Poller, type PollerDeps } from '../polling/poller.ts'
import type { StepOutcome } from '../step-outcome.ts'
import { createSubmitter, type Submitter } from '../submission/submitter.ts'
import type { TaskRecord } from '../task-row.ts'
import { createConnectionState, type ConnectionState } from './connection-state.ts'
import { holdingLimits, type QueueLoad, type UserLimits } from './user-limits.ts'

/** The longest step of the timer: a sleep or a moved clock is noticed within it. */
const MAX_STEP_MS = 2_500
const CLOSE_GRACE_MS = 5_000

export interface ProfileQueueDeps extends Pick<Context, 'clock' | 'random' | 'log'> {
  readonly profileId: string
  readonly limits: Limits
  readonly durations: DurationStore
  readonly user: Pick<UserLimits, 'maxRunning' | 'whyNoMore' | 'paused' | 'cap' | 'isCapped'>
  readonly find: (id: string) => TaskRecord | null
  /** Sends a queued task; whatever happens is recorded before it resolves. */
  readonly submit: (task: TaskRecord, signal: AbortSignal) => Promise<StepOutcome>
  /** Polls a running task; `live` asks the provider itself. */
  readonly poll: (task: TaskRecord, live: boolean, signal: AbortSignal) => Promise<StepOutcome>
  /** Shows on the task until when it waits, on the wall clock. */
  readonly postpone: (id: string, waitMs: number) => void
  readonly onFinished: (task: TaskRecord, budget: PollBudget) => void
  /** A hold began or ended, or a limit was learned. */
  readonly onChange: () => void
  readonly onConnection: (connection: Connection, message: Message) => void
}

export type ProfileQueue = ReturnType<typeof createProfileQueue>

export function createProfileQueue(deps: ProfileQueueDeps) {
  const { profileId, clock, limits, durations, user, find, onChange, onFinished } = deps
  const abort = new AbortController()
  const jump = createClockJump(clock)
  const connection = createConnectionState(deps)
  let disarm: (() => void) | null = null
  let closed = false

  function wake(): void {
    if (closed) return
    disarm?.()
    // After a sleep every task may be finished. The limits prevent a burst.
    if (jump.noticed()) for (const it of [poller, limits, connection]) it.timeJumped(clock.monotonicMs())
    const waitMs = startDue(clock, connection, poller, submitter)
    jump.expect(waitMs)
    disarm = waitMs < Infinity ? clock.after(waitMs, wake) : null
  }
  const onError = (id: string, error: unknown): void => {
    deps.log(`Task ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    connection.stepFailed()
  }
  const poll: PollerDeps['poll'] = (task, live) => deps.poll(task, live, abort.signal)
  const poller = createPoller({ clock, limits, durations, connection, find, poll, onFinished, onError, wake })
  const submitter = createSubmitter({
    ...deps,
    connection,
    submit: (task) => deps.submit(task, abort.signal),
    running: () => poller.size,
    onAccepted: (task) => goOn(deps, poller, task),
    onError,
    wake,
  })
  const load = (): QueueLoad => {
    const { size: polled } = poller
    return { waiting: submitter.waiting, polled, running: polled + submitter.sending, cap: submitter.cap() }
  }
  return {
    /** Checks whether something is due. */
    wake,
    load,
    /** For polls that somebody else makes, such as the saver: they go before the queue's own. */
    budget: poller.budget,
    enqueue: (tasks: readonly TaskRecord[]): void => {
      submitter.enqueue(tasks)
      wake()
    },
    follow: (tasks: readonly TaskRecord[]): void => {
      poller.follow(tasks)
      wake()
    },
    arrange: submitter.arrange,
    /** Takes a task out, for example because the user stopped it; false while its request is under way. */
    drop: (id: string): boolean => {
      if (!submitter.drop(id)) return false
      poller.drop(id)
      wake()
      return true
    },
    /** Ends every hold and delay that the service did not ask for, and tries again now. */
    release: (): void => {
      connection.release()
      submitter.release()
      poller.release()
      onChange()
      wake()
    },
    /** Resolves when nothing is being sent. */
    sent: submitter.settled,
    holding: () => holdingLimits({ profileId, clock, limits, user }, connection.hold, load()),
    /** Lets requests under way finish for a while, then ends them. */
    close: async (): Promise<void> => {
      closed = true
      disarm?.()
      connection.close()
      await closeSteps(clock, poller, submitter, abort)
    },
  }
}

/** How closely the end of a task is known whose response carried the result, in seconds. */
const KNOWN_WITHIN_S = 0.5

/** An accepted task is followed, or saved at once where the response carried the result. */
function goOn(
  { clock, durations, limits, onFinished }: ProfileQueueDeps,
  poller: Poller,
  task: TaskRecord,
): void {
  if (task.state === 'running') return poller.follow([task])
  const { request, sentAt = task.updatedAt, updatedAt } = task
  const ageS = Math.max(0, updatedAt - sentAt) / 1_000
  durations.polled(request, Math.max(0, ageS - KNOWN_WITHIN_S), ageS, true)
  limits.taskEnded(clock.monotonicMs())
  onFinished(task, poller.budget)
}

/** Starts everything that is due; returns in how many milliseconds to check again, Infinity for not at all. */
function startDue(clock: Clock, connection: ConnectionState, poller: Poller, submitter: Submitter): number {
  const now = clock.monotonicMs()
  connection.expire(now)
  const pollAt = poller.startDue(now)
  const submitAt = submitter.startDue(now)
  const dueAt = Math.min(connection.hold?.until ?? Infinity, pollAt, submitAt)
  const isIdle = poller.isIdle && submitter.isIdle
  return Math.max(1, Math.min(dueAt - now, isIdle ? Infinity : MAX_STEP_MS))
}

/** Polls end at once where nothing is being sent. */
async function closeSteps(
  clock: Clock,
  poller: Poller,
  submitter: Submitter,
  abort: AbortController,
): Promise<void> {
  poller.close()
  submitter.close()
  const cancelGrace = clock.after(CLOSE_GRACE_MS, () => abort.abort())
  if (submitter.sending === 0) abort.abort()
  await submitter.settled()
  abort.abort()
  await poller.settled()
  cancelGrace()
}

/** A larger drift between the clocks within one step, or a step that is longer by as much, is a jump. */
const JUMP_MS = 5_000

/**
 * Notices that the computer slept or that somebody set the clock. On some systems the monotonic clock stops during a sleep, then the
 * wall clock runs ahead of it; on others it goes on, then a step takes far longer than planned.
 */
function createClockJump(clock: Clock) {
  let drift = clock.now() - clock.monotonicMs()
  let expectedAt = Infinity
  return {
    /** Whether there was one since the last call. */
    noticed: (): boolean => {
      const now = clock.monotonicMs()
      const current = clock.now() - now
      const jumped = Math.abs(current - drift) > JUMP_MS || now - expectedAt > JUMP_MS
      drift = current
      return jumped
    },
    /** The next call comes within `waitMs`; Infinity where that is not known. */
    expect: (waitMs: number): void => {
      expectedAt = clock.monotonicMs() + waitMs
    },
  }
}
