/**
 * How well limits are learned that nobody names: the real limits and the real profile queue against a service that keeps them.
 *
 * `npm run bench -- limits [seed]`. There is always more to send than the service takes. In each row with a halving the limit is
 * halved in the middle.
 */
import { written } from '#contract/messages/message.ts'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { createLimits } from '#core/tasks/limits/limits.ts'
import { FINE, type StepOutcome } from '#core/tasks/step-outcome.ts'
import type { TaskRecord } from '#core/tasks/task-row.ts'
import { seededRandom, normal } from '#test/stand-ins/seeded-random.ts'
import type { Random } from '#core/ports/clock.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { newTask, NO_USER_LIMITS, openProfileQueue } from './virtual-profile-queue.ts'

const MINUTE_MS = 60_000
const SETTLED_MS = 5 * MINUTE_MS
const MAX_REFUSED = 0.005
const ADAPTED_MS = 60_000
/** Tasks at once, as the user set it. */
const MAX_RUNNING = 40
const WAITING = 200
/** How long every task is at the service, about: what a bound on tasks at once lets through follows from it. */
const MEAN_TASK_MIN = 0.523

interface Case {
  readonly kind: LimitKind
  readonly allowed: number
  readonly minutes: number
  readonly local?: boolean
}

const CASES: readonly Case[] = [
  { kind: 'all requests', allowed: 90, minutes: 90 },
  { kind: 'minute', allowed: 40, minutes: 90 },
  { kind: 'minute', allowed: 40, minutes: 90, local: true },
  { kind: 'day', allowed: 600, minutes: 25 * 60 },
  { kind: 'concurrency', allowed: 6, minutes: 90 },
]

interface Sent {
  readonly at: number
  readonly what: 'submit' | 'poll'
  readonly refused: boolean
}

/** @param args the seed */
export async function run([seed = '7']: readonly string[]): Promise<void> {
  const headings = [
    'limit'.padEnd(22),
    'Retry-After',
    'halved',
    'requests',
    '429s',
    'after 5 min',
    'taken / allowed'.padStart(21),
  ]
  console.log([...headings, 'adapted within', 'P2'].join(' | '))
  let holds = true
  for (const one of CASES) {
    for (const retryAfter of [true, false]) {
      for (const halved of one.kind === 'day' ? [false] : [false, true]) {
        holds = (await measure(one, retryAfter, halved, Number(seed))) && holds
      }
    }
  }
  console.log(`P2 ${holds ? 'holds' : 'does not hold'} in every row.`)
}

async function measure(one: Case, retryAfter: boolean, halved: boolean, seed: number): Promise<boolean> {
  const halvedAt = halved ? (one.minutes * MINUTE_MS) / 2 : Infinity
  const log = await simulate(one, retryAfter, halvedAt, seed)
  const late = log.filter(({ at }) => at > SETTLED_MS)
  const share = refusedShare(late)
  const adaptedMs = halved ? timeToAdapt(log, halvedAt) : null
  const counted = one.kind === 'all requests' ? ['submit', 'poll'] : ['submit']
  const taken = log.filter(({ what, refused }) => !refused && counted.includes(what)).length
  const holds = share <= MAX_REFUSED && (adaptedMs ?? 0) <= ADAPTED_MS
  console.log(
    [
      `${one.kind} ${one.allowed}${one.local ? ', local' : ''}`.padEnd(22),
      (retryAfter ? 'yes' : 'no').padEnd(11),
      (halved ? 'yes' : 'no').padEnd(6),
      String(log.length).padStart(8),
      percent(refusedShare(log)),
      percent(share).padStart(11),
      `${taken} / ${Math.round(allowed(one, halved))}`.padStart(21),
      (adaptedMs === null ? '-' : `${(adaptedMs / 1_000).toFixed(0)} s`).padStart(14),
      holds ? 'yes' : 'NO',
    ].join(' | '),
  )
  return holds
}

async function simulate(
  one: Case,
  retryAfter: boolean,
  halvedAt: number,
  seed: number,
): Promise<readonly Sent[]> {
  const clock = createManualClock()
  const random = seededRandom(seed)
  const service = createVirtualService({
    kind: one.kind,
    allowed: (now) => (now < halvedAt ? one.allowed : one.allowed / 2),
    retryAfter,
    random,
  })
  const log: Sent[] = []
  const tasks = new Map<string, TaskRecord>()
  const model = createDurationModel([], 30)
  const note = (what: Sent['what'], refused: boolean): void => {
    log.push({ at: clock.monotonicMs(), what, refused })
  }
  let made = 0
  let open = 0
  const queue = openProfileQueue({
    clock,
    random,
    limits: createLimits({
      stored: null,
      local: one.local ?? false,
      random,
      now: clock.monotonicMs(),
      epochNow: clock.now(),
    }),
    durations: { modelFor: () => model, polled: (_request, ...seen) => void model.polled(...seen) },
    find: (id) => tasks.get(id) ?? null,
    user: { ...NO_USER_LIMITS, maxRunning: () => MAX_RUNNING },
    submit: async (task) => {
      await pause(clock, random)
      const response = service.submit(task.id, clock.monotonicMs())
      note('submit', !response.ok)
      if (!response.ok) return refused(task, response.waitMs)
      const running: TaskRecord = { ...task, state: 'running', sentAt: clock.now() }
      tasks.set(task.id, running)
      return { task: running, effect: FINE }
    },
    poll: async (task) => {
      await pause(clock, random)
      const response = service.poll(task.id, clock.monotonicMs())
      note('poll', !response.ok)
      if (!response.ok) return refused(task, response.waitMs)
      if (!response.done) return { effect: FINE, task }
      open--
      tasks.delete(task.id)
      queueMicrotask(refill)
      return { effect: FINE, task: { ...task, state: 'saving' } }
    },
  })
  const refill = (): void => {
    const added: TaskRecord[] = []
    while (open < WAITING) {
      const task = newTask(`task-${made++}`, clock.now())
      tasks.set(task.id, task)
      added.push(task)
      open++
    }
    if (added.length > 0) queue.enqueue(added)
  }
  refill()
  await clock.run(() => clock.monotonicMs() > one.minutes * MINUTE_MS)
  return log
}

/** A response takes 50 to 150 ms. */
function pause(clock: ReturnType<typeof createManualClock>, random: () => number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(50 + 100 * random(), resolve)
  })
}

function refused(task: TaskRecord, waitMs: number | null): StepOutcome {
  const failure = { code: 'rate_limited', ...written('Too many requests.') } as const
  return { task, effect: { kind: 'rate', failure, waitMs } }
}

/** From the halving until the last refusal before a whole minute without one. */
function timeToAdapt(log: readonly Sent[], halvedAt: number): number {
  let last = halvedAt
  for (const { at, refused } of log) {
    if (!refused || at < halvedAt) continue
    if (at - last > MINUTE_MS) break
    last = at
  }
  return last - halvedAt
}

/** How many requests of the kind that is limited could have been taken in all. */
function allowed({ kind, allowed: most, minutes }: Case, halved: boolean): number {
  const share = halved ? 0.75 : 1
  switch (kind) {
    case 'all requests':
    case 'minute':
      return most * minutes * share
    case 'day':
      return most * Math.ceil(minutes / (24 * 60))
    case 'concurrency':
      return (most * minutes * share) / MEAN_TASK_MIN
  }
}

function refusedShare(log: readonly Sent[]): number {
  return log.length === 0 ? 0 : log.filter(({ refused }) => refused).length / log.length
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

type LimitKind = 'all requests' | 'minute' | 'day' | 'concurrency'

interface ServiceOptions {
  readonly kind: LimitKind
  /** Requests in the window, or tasks at once. May change with time. */
  readonly allowed: (now: number) => number
  readonly retryAfter: boolean
  readonly random: Random
}

type Response = { readonly ok: true } | { readonly ok: false; readonly waitMs: number | null }

interface VirtualService {
  submit(id: string, now: number): Response
  /** Whether the task is finished, or the refusal. */
  poll(
    id: string,
    now: number,
  ): (Response & { readonly ok: false }) | { readonly ok: true; readonly done: boolean }
}

const WINDOW_MS: Readonly<Record<LimitKind, number>> = {
  'all requests': 60_000,
  minute: 60_000,
  day: 24 * 3_600_000,
  concurrency: 0,
}
/** What a service says that counts tasks at once and cannot know when one ends. */
const CONCURRENCY_WAIT_MS = 5_000
const MEDIAN_MS = 30_000
const SIGMA = 0.3

/** A service with one kind of limit, on virtual time: what it takes, what it refuses, and what it says about waiting. */
function createVirtualService({ kind, allowed, retryAfter, random }: ServiceOptions): VirtualService {
  const endsAt = new Map<string, number>()
  let taken: number[] = []
  const say = (waitMs: number): Response & { readonly ok: false } => ({
    ok: false,
    waitMs: retryAfter ? Math.ceil(waitMs / 1_000) * 1_000 : null,
  })
  /** Counts what was taken within the window that ends now; a refused request does not count. */
  const countIn = (now: number): (Response & { readonly ok: false }) | null => {
    taken = taken.filter((at) => at > now - WINDOW_MS[kind])
    const over = taken[taken.length - allowed(now)]
    if (over !== undefined) return say(over + WINDOW_MS[kind] - now)
    taken.push(now)
    return null
  }
  return {
    submit: (id, now) => {
      const atWork = [...endsAt.values()].filter((at) => at > now).length
      if (kind === 'concurrency') {
        if (atWork >= allowed(now)) return say(CONCURRENCY_WAIT_MS)
      } else {
        const refusal = countIn(now)
        if (refusal) return refusal
      }
      endsAt.set(id, now + MEDIAN_MS * Math.exp(SIGMA * normal(random)))
      return { ok: true }
    },
    poll: (id, now) => {
      const refusal = kind === 'all requests' ? countIn(now) : null
      if (refusal) return refusal
      const done = (endsAt.get(id) ?? Infinity) <= now
      if (done) endsAt.delete(id)
      return { ok: true, done }
    },
  }
}
