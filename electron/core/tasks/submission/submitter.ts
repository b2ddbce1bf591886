/**
 * Sends the queued tasks of one profile, in their order, as fast as the limits and the user allow.
 *
 * Owns the queue and who is sent next. When to check again is the profile queue's timer; what a request means for its task is
 * recorded in submit-task.ts before it comes back here.
 */
import type { Limits } from '../limits/limits.ts'
import type { ConnectionState } from '../queue/connection-state.ts'
import type { UserLimits } from '../queue/user-limits.ts'
import { createInFlight } from '../queue/in-flight.ts'
import type { CapReached } from '../../spending/caps.ts'
import type { StepOutcome } from '../step-outcome.ts'
import type { TaskRecord } from '../task-row.ts'
import type { Clock } from '../../ports/clock.ts'

/** A reached cap is checked again no sooner. */
const MIN_CAP_WAIT_MS = 250
/** Looking on behind tasks that a cap holds takes a moment for each: so many at a time, and no sooner than after a while. */
const SCANNED_AT_ONCE = 200
const SCAN_EVERY_MS = 1_000
/** Before a task is tried again whose sending failed in a way that nobody foresaw. */
const UNFORESEEN_WAIT_MS = 30_000

interface SubmitterDeps {
  readonly clock: Clock
  readonly limits: Limits
  readonly user: Pick<UserLimits, 'maxRunning' | 'paused' | 'cap' | 'isCapped'>
  readonly connection: ConnectionState
  readonly find: (id: string) => TaskRecord | null
  /** Sends a queued task; whatever happens is recorded before it resolves. */
  readonly submit: (task: TaskRecord) => Promise<StepOutcome>
  /** Shows on the task until when it waits. */
  readonly postpone: (id: string, waitMs: number) => void
  /** How many tasks run at the service. */
  readonly running: () => number
  /** It runs at the service, or goes on to be saved where the response carried the result. */
  readonly onAccepted: (task: TaskRecord) => void
  readonly onError: (id: string, error: unknown) => void
  /** Something new may be due. */
  readonly wake: () => void
}

export type Submitter = ReturnType<typeof createSubmitter>

export function createSubmitter(deps: SubmitterDeps) {
  const { clock, limits, user, connection } = deps
  const queued = createQueued(deps)
  const inFlight = createInFlight(deps.onError, deps.wake)
  let closed = false
  /** What held the next task back when it was last checked. */
  let cap: CapReached | null = null
  const delayed = createDelayedTasks(clock, (id) => {
    queued.putAt(0, id)
    deps.wake()
  })
  const submit = async (task: TaskRecord, place: number): Promise<void> => {
    const outcome = await deps.submit(task).catch((error: unknown) => {
      // Where its row says that nothing was sent, it waits as before.
      if (!closed && deps.find(task.id)?.state === 'queued') delayed.add(task.id, UNFORESEEN_WAIT_MS)
      throw error
    })
    // Nobody knows yet whether the others under way are accepted.
    const others = outcome.effect?.kind === 'fine' ? 0 : inFlight.size - 1
    connection.apply(outcome.effect, 'submit', deps.running() + others)
    if (['running', 'saving'].includes(outcome.task.state)) deps.onAccepted(outcome.task)
    if (outcome.task.state !== 'queued' || closed) return
    if (outcome.waitMs !== undefined) {
      delayed.add(task.id, outcome.waitMs)
      return deps.postpone(task.id, outcome.waitMs)
    }
    queued.putAt(place, task.id)
    postponeRefused(deps, task.id)
  }
  return {
    /** How many wait to be sent, delayed ones too. */
    get waiting(): number {
      return queued.length + delayed.size
    },
    get sending(): number {
      return inFlight.size
    },
    /** The user's own cap that holds back what is next. */
    cap: (): CapReached | null => (queued.length > 0 ? cap : null),
    /** Nothing waits but what is delayed. */
    get isIdle(): boolean {
      return queued.length === 0
    },
    enqueue: (tasks: readonly TaskRecord[]): void => queued.add(tasks.map(({ id }) => id)),
    arrange: queued.arrange,
    /** Takes a task out; false while its request is under way. */
    drop: (id: string): boolean => {
      if (inFlight.has(id)) return false
      queued.drop(id)
      delayed.drop(id)
      return true
    },
    /** Starts what is due; returns when to check again, on the monotonic clock. */
    startDue: (now: number): number => {
      while (!connection.hold && queued.length > 0 && !user.paused()) {
        const next = queued.next(now)
        cap = next.cap
        if (cap) return now + Math.max(MIN_CAP_WAIT_MS, next.untilMs - clock.now())
        const running = deps.running() + inFlight.size
        if (running >= user.maxRunning() || !limits.allowsOneMore(running)) return Infinity
        if (connection.isCautious('submit') && inFlight.size > 0) return Infinity
        const waitMs = limits.waitMs('submit', now)
        if (waitMs > 0) return now + waitMs
        const task = deps.find(queued.take(next.place))
        if (task?.state !== 'queued') continue
        limits.spend('submit', now)
        inFlight.start(task.id, submit(task, next.place))
      }
      return Infinity
    },
    release: delayed.release,
    /** Queues nothing again. */
    close: (): void => {
      closed = true
      delayed.close()
    },
    /** Resolves when no request is under way. */
    settled: inFlight.settled,
  }
}

/** Shows until when a task waits that the service did not take. */
function postponeRefused({ clock, limits, connection, postpone }: SubmitterDeps, id: string): void {
  const now = clock.monotonicMs()
  const waitMs = Math.max(limits.waitMs('submit', now), (connection.hold?.until ?? 0) - now)
  if (waitMs > 0 && waitMs < Infinity) postpone(id, waitMs)
}

/** Where looking for what is sent next goes on, and until when what was passed keeps its order, Infinity for not at all. */
interface Scan {
  readonly place: number
  readonly untilMs: number
  /** On the monotonic clock. */
  readonly notBefore: number
}

const FROM_THE_FIRST: Scan = { place: 0, untilMs: Infinity, notBefore: -Infinity }

/** The ids of what waits, in the order of sending. */
function createQueued(deps: Pick<SubmitterDeps, 'find' | 'user'>) {
  const ids: string[] = []
  let scan = FROM_THE_FIRST
  return {
    get length(): number {
      return ids.length
    },
    add: (more: readonly string[]): void => {
      ids.push(...more)
      scan = { ...scan, notBefore: -Infinity }
    },
    putAt: (place: number, id: string): void => {
      ids.splice(place, 0, id)
      scan = FROM_THE_FIRST
    },
    arrange: (order: readonly string[]): void => {
      const places = new Map(order.map((id, place) => [id, place]))
      ids.sort((a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1))
      scan = FROM_THE_FIRST
    },
    drop: (id: string): void => {
      const place = ids.indexOf(id)
      if (place !== -1) ids.splice(place, 1)
      scan = FROM_THE_FIRST
    },
    /** Which is sent next, or what holds it: where there are many, looking goes on in the next step. */
    next: (now: number) => {
      const next = nextOf(deps, ids, scan, now)
      scan = next
      return next
    },
    take: (place: number): string => ids.splice(place, 1)[0] ?? '',
  }
}

/**
 * Where in the queue the task is that is sent next: the first, but past those that no day lets through, for they wait for the user,
 * and past all for one that no cap counts for. `cap` holds the first of the queue where none was found, until `untilMs` at the
 * earliest; `place` is where to look on then.
 */
function nextOf(
  { find, user }: Pick<SubmitterDeps, 'find' | 'user'>,
  queued: readonly string[],
  scan: Scan,
  now: number,
): Scan & { readonly cap: CapReached | null } {
  const waiting = (id: string | undefined): TaskRecord | null => {
    const task = id === undefined ? null : find(id)
    return task?.state === 'queued' ? task : null
  }
  const first = waiting(queued[0])
  const cap = first && user.cap(first)
  if (!cap) return { ...FROM_THE_FIRST, cap: null }
  let untilMs = Math.min(cap.untilMs, scan.place === 0 ? Infinity : scan.untilMs)
  if (now < scan.notBefore) return { ...scan, untilMs, cap }
  const from = Math.max(1, scan.place)
  const looked = queued.slice(from, from + SCANNED_AT_ONCE)
  for (const [index, id] of looked.entries()) {
    const task = waiting(id)
    const own = task && untilMs === Infinity ? user.cap(task) : null
    if (own) untilMs = own.untilMs
    else if (!task || untilMs === Infinity || !user.isCapped(task)) {
      return { place: from + index, untilMs, notBefore: -Infinity, cap: null }
    }
  }
  const to = from + looked.length
  return { place: to < queued.length ? to : 0, untilMs, notBefore: now + SCAN_EVERY_MS, cap }
}

/** Tasks that are out of the queue for a while, each for its own time. `onDue` is called with each whose time is over. */
function createDelayedTasks(clock: Clock, onDue: (id: string) => void) {
  const waits = new Map<string, () => void>()
  const drop = (id: string): void => {
    waits.get(id)?.()
    waits.delete(id)
  }
  const end = (id: string): void => {
    drop(id)
    onDue(id)
  }
  return {
    get size() {
      return waits.size
    },
    add: (id: string, waitMs: number): void => {
      drop(id)
      waits.set(
        id,
        clock.after(waitMs, () => end(id)),
      )
    },
    /** Takes a task out without queueing it. */
    drop,
    /** Ends every wait now. */
    release: (): void => {
      for (const id of waits.keys()) end(id)
    },
    close: (): void => {
      for (const id of waits.keys()) drop(id)
    },
  }
}
