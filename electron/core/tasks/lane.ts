/**
 * The lane of one profile: when its tasks are sent and looked at.
 *
 * Owns the waiting, on one timer however many tasks there are. What a request's outcome means for its task is written down
 * by submission.ts and follow.ts; what it says about the profile comes back as a signal and holds the lane.
 */
import type { Result } from '#contract/errors.ts'
import type { Connection } from '#contract/profile.ts'
import type { QueueLimit } from '#contract/routes.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import type { ServiceAddress } from '../service/client.ts'
import { backoffMs, pollWaitMs } from './backoff.ts'
import { lookAt } from './follow.ts'
import { signalOfNoAddress, type Signal } from './signal.ts'
import { sendTask, type SubmissionDeps } from './submission.ts'
import type { TaskRecord } from './task-row.ts'

const MOST_LOOKS_AT_ONCE = 4
/** After a restart the first looks are spread over this, so that they do not come as one burst. */
const SPREAD_MS = 2_000
/** A stated wait that was kept on disk is never taken to be longer than it was when it began. */
const LONGEST_KEPT_WAIT_MS = 25 * 60 * 60 * 1_000

export interface LaneDeps extends SubmissionDeps {
  readonly profileId: string
  readonly clock: Clock
  readonly random: Random
  readonly address: () => Promise<Result<ServiceAddress>>
  /** Generate requests that may be at work at the service at once. */
  readonly concurrency: () => number
  /** Whether the user paused sending. Looking goes on: what was paid for is not left to expire. */
  readonly paused: () => boolean
  readonly onFinished: (task: TaskRecord) => void
  /** The lane was held or let go, or its numbers changed. */
  readonly onChange: () => void
  readonly onConnection: (connection: Connection, message: string) => void
  readonly log: (line: string) => void
}

export interface Lane {
  enqueue(tasks: readonly TaskRecord[]): void
  follow(tasks: readonly TaskRecord[], spread?: boolean): void
  /** Takes a task out, for example because the user stopped it. Answers false while its request is under way. */
  drop(id: string): boolean
  /** Forgets every hold and tries again now: the key, the address or the network may be another. */
  release(): void
  /** Looks whether there is something to do. */
  wake(): void
  holding(): readonly QueueLimit[]
  /** Lets requests under way finish for a while, then ends them. */
  close(): Promise<void>
}

interface Hold {
  readonly kind: QueueLimit['kind']
  readonly message: string
  /** Monotonic time; Infinity until somebody acts. */
  readonly until: number
  readonly holdsLooks: boolean
}

const CLOSE_GRACE_MS = 5_000

export function createLane(deps: LaneDeps): Lane {
  const { clock, random, store } = deps
  const queued: string[] = []
  const following = new Map<string, { dueAt: number; looks: number }>()
  const sending = new Map<string, Promise<void>>()
  const looking = new Map<string, Promise<void>>()
  const abort = new AbortController()
  let hold: Hold | null = null
  let refusals = 0
  let disarm: (() => void) | null = null
  let closed = false

  const wake = (): void => {
    if (closed) return
    disarm?.()
    disarm = null
    const now = clock.monotonicMs()
    if (hold && hold.until <= now) {
      hold = null
      deps.onChange()
    }
    const nextLook = startLooks(now)
    startSubmissions()
    const next = Math.min(hold?.until ?? Infinity, nextLook)
    if (next < Infinity) disarm = clock.after(Math.max(0, next - now), wake)
  }

  const startSubmissions = (): void => {
    while (
      !hold &&
      !deps.paused() &&
      queued.length > 0 &&
      mayStart(sending) &&
      sending.size + following.size < deps.concurrency()
    ) {
      const id = queued.shift()
      const task = id === undefined ? null : store.find(id)
      if (task?.state !== 'queued') continue
      track(sending, task.id, send(task))
    }
  }

  /** After a refusal one request goes ahead; the others follow when it was answered well. */
  const mayStart = (underWay: ReadonlyMap<string, unknown>): boolean => refusals === 0 || underWay.size === 0

  /** Starts what is due and answers when the next look is. */
  const startLooks = (now: number): number => {
    if (hold?.holdsLooks) return Infinity
    let next = Infinity
    for (const [id, entry] of following) {
      if (looking.has(id)) continue
      if (entry.dueAt > now || looking.size >= MOST_LOOKS_AT_ONCE || !mayStart(looking)) {
        next = Math.min(next, Math.max(entry.dueAt, now + 50))
        continue
      }
      track(looking, id, look(id, entry))
    }
    return next
  }

  const track = (map: Map<string, Promise<void>>, id: string, work: Promise<void>): void => {
    const settled = work
      .catch((error: unknown) => deps.log(`Task ${id}: ${String(error)}`))
      .finally(() => {
        map.delete(id)
        wake()
      })
    map.set(id, settled)
  }

  const send = async (task: TaskRecord): Promise<void> => {
    const address = await deps.address()
    if (!address.ok) {
      queued.unshift(task.id)
      return apply(signalOfNoAddress(address.error), 'send')
    }
    const signal = await sendTask(deps, task, address.data, abort.signal)
    const after = store.find(task.id)
    if (after?.state === 'running') follow([after])
    else if (after?.state === 'queued' && !closed) queued.unshift(task.id)
    apply(signal, 'send')
  }

  const look = async (id: string, entry: { dueAt: number; looks: number }): Promise<void> => {
    const task = store.find(id)
    if (task?.state !== 'running') {
      following.delete(id)
      return
    }
    const address = await deps.address()
    if (!address.ok) {
      return apply(signalOfNoAddress(address.error), 'look')
    }
    const seen = await lookAt(store, clock, task, address.data, abort.signal)
    if (seen.task.state === 'running') {
      entry.looks++
      entry.dueAt = clock.monotonicMs() + (seen.waitMs ?? pollWaitMs(entry.looks, random))
    } else {
      following.delete(id)
      if (seen.task.state === 'saving') deps.onFinished(seen.task)
    }
    apply(seen.signal, 'look')
  }

  /** What one exchange says about the profile. */
  const apply = (signal: Signal, from: 'send' | 'look'): void => {
    if (closed) return
    const now = clock.monotonicMs()
    switch (signal.kind) {
      case 'fine':
        refusals = 0
        deps.onConnection('reachable', 'The service answers.')
        return
      case 'key':
        hold = { kind: 'key', message: signal.failure.message, until: Infinity, holdsLooks: true }
        deps.onConnection(signal.lost ? 'key_missing' : 'key_refused', signal.failure.message)
        break
      case 'rate':
        holdUntil('rate', signal.failure.message, now + waitOf(++refusals, signal.waitMs), from === 'look')
        deps.onConnection('reachable', signal.failure.message)
        break
      case 'offline':
        holdUntil('offline', signal.failure.message, now + waitOf(++refusals, null), true)
        deps.onConnection('offline', signal.failure.message)
        break
    }
    deps.onChange()
  }

  const waitOf = (attempt: number, asked: number | null): number =>
    Math.max(250, Math.min(LONGEST_KEPT_WAIT_MS, backoffMs(attempt, random, asked ?? 0)))

  /** A longer hold is never shortened, and a missing key outweighs every other reason. */
  const holdUntil = (kind: QueueLimit['kind'], message: string, until: number, holdsLooks: boolean): void => {
    if (hold && (hold.kind === 'key' || hold.until > until)) return
    hold = { kind, message, until, holdsLooks }
    const id = queued[0]
    if (id === undefined) return
    const waitMs = until - clock.monotonicMs()
    store.change(id, { notBefore: Math.round(clock.now() + waitMs), waitMs: Math.round(waitMs) })
  }

  const follow = (tasks: readonly TaskRecord[], spread = false): void => {
    const now = clock.monotonicMs()
    for (const task of tasks) {
      const waitMs = spread ? random() * SPREAD_MS : pollWaitMs(0, random)
      following.set(task.id, { dueAt: now + waitMs, looks: spread ? task.polls : 0 })
    }
    wake()
  }

  return {
    follow,
    wake,
    enqueue: (tasks) => {
      queued.push(...tasks.map((task) => task.id))
      const now = clock.now()
      const kept = tasks.map((task) => Math.min((task.notBefore ?? 0) - now, task.waitMs ?? 0))
      const waitMs = Math.max(0, ...kept)
      if (waitMs > 0) {
        holdUntil('rate', 'Waiting as long as the service asked.', clock.monotonicMs() + waitMs, false)
      }
      wake()
    },
    drop: (id) => {
      if (sending.has(id)) return false
      const index = queued.indexOf(id)
      if (index !== -1) queued.splice(index, 1)
      following.delete(id)
      wake()
      return true
    },
    release: () => {
      hold = null
      refusals = 0
      for (const entry of following.values()) entry.dueAt = Math.min(entry.dueAt, clock.monotonicMs())
      deps.onChange()
      wake()
    },
    holding: () => {
      const waiting = queued.length
      if (hold) {
        const waitMs = hold.until - clock.monotonicMs()
        return [
          {
            kind: hold.kind,
            profileId: deps.profileId,
            message: hold.message,
            waiting: waiting + (hold.holdsLooks ? following.size : 0),
            ...(waitMs < Infinity ? { until: Math.round(clock.now() + waitMs) } : {}),
          },
        ]
      }
      if (waiting === 0 || deps.paused()) return []
      const number = deps.concurrency()
      return [
        {
          kind: 'concurrency',
          profileId: deps.profileId,
          message: `${number} ${number === 1 ? 'task is' : 'tasks are'} at work at once, as set in Settings.`,
          waiting,
        },
      ]
    },
    close: async () => {
      closed = true
      disarm?.()
      const grace = clock.after(CLOSE_GRACE_MS, () => abort.abort())
      if (sending.size === 0) abort.abort()
      await Promise.all([...sending.values(), ...looking.values()])
      grace()
      abort.abort()
    },
  }
}
