/**
 * The lane of one profile: when its tasks are sent and looked at, on one timer however many tasks there are.
 *
 * Owns the waiting. Which task is worth a look is poll-schedule.ts's choice, what a request costs is limits.ts's; what a
 * request's outcome means for its task is written down before it comes back here as a signal about the profile.
 */
import type { Connection } from '#contract/profiles.ts'
import type { QueueLimit } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Look } from '../polling/poll-task.ts'
import { heed } from './apply-signal.ts'
import { describeHolds } from './holding-limits.ts'
import type { Limits } from '../limits/limits.ts'
import { createPayers } from '../polling/poll-budget.ts'
import { createPutOff } from './delayed-tasks.ts'
import { createChooser } from '../polling/poll-schedule.ts'
import { ageAtS, forgetTime, isSlow, startFollowing, type FollowedTask } from '../polling/polled-task.ts'
import type { Signal } from './signal.ts'
import { createStanding } from './connection-state.ts'
import type { TaskRecord } from '../task-row.ts'
import { createTimeJump } from './clock-jump.ts'

const MOST_LOOKS_AT_ONCE = 8
/** While tasks run, the choice is made again this often. */
const TICK_MS = 250
/** The longest step of the timer: a sleep or a moved clock is noticed within it, whatever is being waited for. */
const LONGEST_STEP_MS = 2_500
/** A task past everything that was seen is asked of the provider itself this often, in looks. */
const LIVE_EVERY = 5
const FAILED_LOOK_WAIT_MS = 1_000
const CLOSE_GRACE_MS = 5_000

export interface LaneDeps {
  readonly profileId: string
  readonly clock: Clock
  readonly random: Random
  readonly limits: Limits
  readonly durations: DurationStore
  readonly find: (id: string) => TaskRecord | null
  /** Sends a queued task; whatever happens is written down before it answers. */
  readonly send: (task: TaskRecord, signal: AbortSignal) => Promise<Signal>
  /** Looks at a running task; `live` asks the provider itself. */
  readonly look: (task: TaskRecord, live: boolean, signal: AbortSignal) => Promise<Look>
  /** Generate requests that may be at work at the service at once, by the user's wish. */
  readonly mostAtWork: () => number
  /** Whether the user paused sending. Looking goes on: what was paid for is not left to expire. */
  readonly paused: () => boolean
  /** The user's own cap on requests a day, where it is reached. */
  readonly cap: () => { readonly message: string; readonly untilWall: number } | null
  /** Says on the task until when it waits, on the wall clock. */
  readonly postpone: (id: string, waitMs: number) => void
  readonly onFinished: (task: TaskRecord) => void
  /** A hold began or ended, or a limit was learned. */
  readonly onChange: () => void
  readonly onConnection: (connection: Connection, message: string) => void
  readonly log: (line: string) => void
}

export interface Lane {
  enqueue(tasks: readonly TaskRecord[]): void
  follow(tasks: readonly TaskRecord[]): void
  /** Takes a task out, for example because the user stopped it. Answers false while its request is under way. */
  drop(id: string): boolean
  /** Forgets every hold that is not the service's own word, and tries again now. */
  release(): void
  /** Puts what waits into this order. */
  arrange(ids: readonly string[]): void
  /** How many wait, and are at the service. */
  load(): { readonly waiting: number; readonly atWork: number }
  /** Looks whether there is something to do. */
  wake(): void
  /** Resolves when a look by somebody else, such as the saver, may leave; it comes before the lane's own. */
  payLook(signal: AbortSignal): Promise<void>
  holding(): readonly QueueLimit[]
  /** Lets requests under way finish for a while, then ends them. */
  close(): Promise<void>
}

export function createLane(deps: LaneDeps): Lane {
  const { clock, random, limits } = deps
  const queued: string[] = []
  const following = new Map<string, FollowedTask>()
  const sending = new Map<string, Promise<void>>()
  const looking = new Map<string, Promise<void>>()
  const payers = createPayers()
  const chooser = createChooser()
  const abort = new AbortController()
  const standing = createStanding(clock, random)
  const jump = createTimeJump(clock)
  const putOff = createPutOff(clock, (id) => {
    queued.unshift(id)
    wake()
  })
  let disarm: (() => void) | null = null
  let closed = false

  const wake = (): void => {
    if (closed) return
    disarm?.()
    const now = clock.monotonicMs()
    if (jump.noticed()) takeUpAgain(now)
    if (standing.expire(now)) deps.onChange()
    const dueAt = Math.min(standing.hold?.until ?? Infinity, startLooks(now), startSubmissions(now))
    const isIdle = following.size + queued.length + payers.waiting === 0
    const waitMs = Math.max(1, Math.min(dueAt - now, isIdle ? Infinity : LONGEST_STEP_MS))
    jump.expect(waitMs)
    disarm = waitMs < Infinity ? clock.after(waitMs, wake) : null
  }

  /** After a sleep the network is another, and every task may be finished. The buckets keep it from a burst. */
  const takeUpAgain = (now: number): void => {
    for (const entry of following.values()) forgetTime(entry, now)
    limits.woken(now)
    if (standing.moved()) deps.onChange()
  }

  /** Starts what is due, answers when to look again whether something is. */
  const startLooks = (now: number): number => {
    if (standing.hold) return Infinity
    while (looking.size < (standing.cautious('look') ? 1 : MOST_LOOKS_AT_ONCE)) {
      const waitMs = limits.waitMs('look', now)
      if (waitMs > 0) return following.size > 0 || payers.waiting > 0 ? now + waitMs : Infinity
      if (payers.next()) {
        limits.pay('look', now)
        continue
      }
      const chosen = chooser.next(following.values(), now, limits.spareLooks(now), (id) => looking.has(id))
      if (!chosen) return following.size > 0 ? now + TICK_MS : Infinity
      const entry = following.get(chosen.id)
      if (!entry) return now + TICK_MS
      limits.pay('look', now)
      track(looking, entry.id, look(entry))
    }
    return Infinity
  }

  const startSubmissions = (now: number): number => {
    while (!standing.hold && queued.length > 0 && !deps.paused()) {
      const cap = deps.cap()
      if (cap) return now + Math.max(TICK_MS, cap.untilWall - clock.now())
      const atWork = following.size + sending.size
      if (atWork >= deps.mostAtWork() || !limits.allowsOneMore(atWork)) return Infinity
      if (standing.cautious('submit') && sending.size > 0) return Infinity
      const waitMs = limits.waitMs('submit', now)
      if (waitMs > 0) return now + waitMs
      const id = queued.shift()
      const task = id === undefined ? null : deps.find(id)
      if (task?.state !== 'queued') continue
      limits.pay('submit', now)
      track(sending, task.id, send(task))
    }
    return Infinity
  }

  const track = (map: Map<string, Promise<void>>, id: string, work: Promise<void>): void => {
    const settled = work
      .catch((error: unknown) => {
        deps.log(`Task ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        standing.offline('Atelier could not write down what happened. It tries again.')
      })
      .finally(() => {
        map.delete(id)
        wake()
      })
    map.set(id, settled)
  }

  const send = async (task: TaskRecord): Promise<void> => {
    const signal = await deps.send(task, abort.signal)
    // Of those that are on their way nobody knows yet whether they are taken.
    const onTheWay = signal.kind === 'fine' ? 0 : sending.size - 1
    apply(signal, 'submit', following.size + onTheWay)
    const after = deps.find(task.id)
    if (after?.state === 'running') follow([after])
    if (after?.state !== 'queued' || closed) return
    if (signal.kind === 'later') {
      putOff.add(task.id, signal.waitMs)
      deps.postpone(task.id, signal.waitMs)
      return
    }
    queued.unshift(task.id)
    const waitMs = Math.max(
      limits.waitMs('submit', clock.monotonicMs()),
      (standing.hold?.until ?? 0) - clock.monotonicMs(),
    )
    if (waitMs > 0 && waitMs < Infinity) deps.postpone(task.id, waitMs)
  }

  const look = async (entry: FollowedTask): Promise<void> => {
    const task = deps.find(entry.id)
    if (task?.state !== 'running') {
      following.delete(entry.id)
      return
    }
    entry.dueAt = null
    entry.looks++
    const live = entry.looks % LIVE_EVERY === 0 && isSlow(entry, clock.monotonicMs())
    const seen = await deps.look(task, live, abort.signal)
    const now = clock.monotonicMs()
    apply(seen.signal, 'look', following.size)
    if (seen.task.state === 'running') {
      if (seen.signal.kind !== 'fine') {
        // A look that failed tells nothing of the task; the others come before it is tried again.
        entry.dueAt = now + FAILED_LOOK_WAIT_MS
        return
      }
      entry.lookedAt = now
      if (seen.waitMs !== undefined) entry.dueAt = now + seen.waitMs
      else learnFrom(entry, task, now, false)
      return
    }
    following.delete(entry.id)
    limits.taskEnded(now)
    if (seen.task.state !== 'saving') return
    learnFrom(entry, task, now, true)
    deps.onFinished(seen.task)
  }

  const learnFrom = (entry: FollowedTask, { request }: TaskRecord, now: number, finished: boolean): void => {
    if (entry.seenRunningAt === null) return
    deps.durations.looked(request, ageAtS(entry, entry.seenRunningAt), ageAtS(entry, now), finished)
    entry.seenRunningAt = now
  }

  /** What one exchange says about the profile. */
  const apply = (signal: Signal, what: 'submit' | 'look', atWork: number): void => {
    if (closed) return
    const now = clock.monotonicMs()
    if (!heed({ ...deps, standing }, signal, what, now, atWork)) return
    deps.onChange()
  }

  const follow = (tasks: readonly TaskRecord[]): void => {
    const now = clock.monotonicMs()
    for (const task of tasks) {
      following.set(task.id, startFollowing(task, deps.durations.modelFor(task.request), now, clock.now()))
    }
    wake()
  }

  return {
    follow,
    wake,
    enqueue: (tasks) => {
      queued.push(...tasks.map((task) => task.id))
      wake()
    },
    arrange: (ids) => {
      const places = new Map(ids.map((id, place) => [id, place]))
      queued.sort((a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1))
    },
    load: () => ({ waiting: queued.length + putOff.size, atWork: following.size + sending.size }),
    drop: (id) => {
      if (sending.has(id)) return false
      const index = queued.indexOf(id)
      if (index !== -1) queued.splice(index, 1)
      putOff.drop(id)
      if (following.delete(id)) limits.taskEnded(clock.monotonicMs())
      wake()
      return true
    },
    release: () => {
      standing.release()
      putOff.release()
      deps.onChange()
      wake()
    },
    payLook: (signal) => {
      const paid = payers.add(signal)
      wake()
      return paid
    },
    holding: () =>
      describeHolds({
        deps,
        hold: standing.hold,
        now: clock.monotonicMs(),
        waiting: queued.length + putOff.size,
        running: following.size,
        atWork: following.size + sending.size,
      }),
    close: async () => {
      closed = true
      disarm?.()
      payers.close()
      putOff.close()
      const cancelGrace = clock.after(CLOSE_GRACE_MS, () => abort.abort())
      if (sending.size === 0) abort.abort()
      await Promise.all(sending.values())
      abort.abort()
      await Promise.all(looking.values())
      cancelGrace()
    },
  }
}
