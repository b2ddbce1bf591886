/**
 * The real profile queue on a virtual clock: tasks arrive at random, are sent at once, and are polled when the queue says so.
 *
 * Responses take no time, so that nothing is measured but the schedule. The poll budget is the real bucket at a fixed rate.
 */
import { message } from '#contract/messages/message.ts'
import {
  createProfileQueue,
  type ProfileQueue,
  type ProfileQueueDeps,
} from '#core/tasks/queue/profile-queue.ts'
import { createBucket, freshBucket } from '#core/tasks/limits/bucket.ts'
import type { Limits } from '#core/tasks/limits/limits.ts'
import type { DurationStore } from '#core/tasks/durations/duration-store.ts'
import { createDurationModel, type DurationModel } from '#core/tasks/durations/duration-model.ts'
import { FINE } from '#core/tasks/step-outcome.ts'
import { NOTHING_SEEN, type TaskRecord } from '#core/tasks/task-row.ts'
import { exponential, seededRandom, normal } from '#test/stand-ins/seeded-random.ts'
import type { Random } from '#core/ports/clock.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

export const BUDGET = { perMinute: 60, burst: 10 } as const

/** What a simulation serves: when each task arrives, and how long it takes. */
export interface Arrival {
  readonly id: string
  readonly atMs: number
  readonly durationMs: number
}

export interface Measured {
  readonly delaysS: readonly number[]
  readonly polls: number
  /** Of these, answered 429. */
  readonly refused: number
}

/** Poisson arrivals, as many as let the budget give `polls` a task; from the middle on durations are `drift` times as long. */
export function drawArrivals(
  durations: TrueDurations,
  tasks: number,
  polls: number,
  drift: number,
  seed: number,
): readonly Arrival[] {
  const random = seededRandom(seed)
  const meanGapMs = (polls * 60_000) / BUDGET.perMinute
  let atMs = 0
  return Array.from({ length: tasks }, (_, index) => {
    atMs += exponential(random, meanGapMs)
    const durationMs = durations.draw(random) * 1_000 * (index < tasks / 2 ? 1 : drift)
    return { id: `task-${index}`, atMs, durationMs }
  })
}

/** The model as production has it after so many finished tasks. */
export function learnedModel(durations: TrueDurations, samples: number, seed: number): DurationModel {
  const random = seededRandom(seed)
  return createDurationModel(
    Array.from({ length: samples }, () => durations.draw(random)),
    60,
  )
}

/** Knows nothing but that longer ago is worse, and learns nothing: the queue goes round. */
export function roundRobinModel(): DurationModel {
  const distribution = { outlive: () => 1, remaining: () => 0, quantileAfter: () => Infinity }
  return { samples: [], distribution, polled: () => null }
}

export async function runQueue(arrivals: readonly Arrival[], model: DurationModel): Promise<Measured> {
  const clock = createManualClock()
  const tasks = new Map<string, TaskRecord>()
  const endsAt = new Map<string, number>()
  const delaysS: number[] = []
  let polls = 0
  const change = (task: TaskRecord, patch: Partial<TaskRecord>): TaskRecord => {
    const changed = { ...task, ...patch }
    tasks.set(task.id, changed)
    return changed
  }
  const durations: DurationStore = {
    modelFor: () => model,
    polled: (_request, beforeS, ageS, finished) => {
      model.polled(beforeS, ageS, finished)
    },
  }
  const queue = openProfileQueue({
    clock,
    limits: fixedLimits(),
    durations,
    find: (id) => tasks.get(id) ?? null,
    submit: (task) =>
      Promise.resolve({ task: change(task, { state: 'running', sentAt: clock.now() }), effect: FINE }),
    poll: (task) => {
      polls++
      const lateMs = clock.monotonicMs() - (endsAt.get(task.id) ?? Infinity)
      if (lateMs < 0) return Promise.resolve({ effect: FINE, task: change(task, { polls: task.polls + 1 }) })
      delaysS.push(lateMs / 1_000)
      tasks.delete(task.id)
      return Promise.resolve({ effect: FINE, task: { ...task, state: 'saving' } })
    },
  })
  for (const { id, atMs, durationMs } of arrivals) {
    clock.after(atMs, () => {
      endsAt.set(id, atMs + durationMs)
      const task = newTask(id, clock.now())
      tasks.set(id, task)
      queue.enqueue([task])
    })
  }
  await clock.run(() => delaysS.length === arrivals.length)
  await queue.close()
  return { delaysS, polls, refused: 0 }
}

type Essential = 'clock' | 'limits' | 'durations' | 'find' | 'submit' | 'poll'

export const NO_USER_LIMITS: ProfileQueueDeps['user'] = {
  maxRunning: () => Infinity,
  whyNoMore: () => message('queue.slower'),
  paused: () => false,
  cap: () => null,
  isCapped: () => false,
}

/** A queue without limits of the user. */
export function openProfileQueue(
  deps: Pick<ProfileQueueDeps, Essential> & Partial<ProfileQueueDeps>,
): ProfileQueue {
  return createProfileQueue({
    profileId: 'p1',
    random: seededRandom(1),
    user: NO_USER_LIMITS,
    postpone: () => {},
    onFinished: () => {},
    onChange: () => {},
    onConnection: () => {},
    log: (line) => {
      throw new Error(line)
    },
    ...deps,
  })
}

export function newTask(id: string, createdAt: number): TaskRecord {
  return {
    seq: 0,
    id,
    batchId: 'batch',
    profileId: 'p1',
    state: 'queued',
    request: {
      provider: 'virtual',
      mediaType: 'image',
      model: 'sample',
      scene: 'text-to-image',
      prompt: 'a red fox in snow',
    },
    createdAt,
    updatedAt: createdAt,
    polls: 0,
    attempts: 0,
    watch: NOTHING_SEEN,
  }
}

/** Sending is free; polls are taken from the real bucket, which never hears of their outcome. */
function fixedLimits(): Limits {
  const bucket = createBucket(freshBucket(BUDGET.perMinute), BUDGET.burst)
  return {
    waitMs: (kind, now) => (kind === 'poll' ? bucket.waitMs(now) : 0),
    sparePolls: bucket.spare,
    spend: (kind, now) => {
      if (kind === 'poll') bucket.spend(now)
    },
    accepted: () => {},
    refused: () => {},
    allowsOneMore: () => true,
    taskEnded: () => {},
    timeJumped: () => {},
    hold: () => null,
    bound: null,
    pace: bucket.pace,
    state: () => {
      throw new Error('Nothing is stored here.')
    },
  }
}

/** The five distributions of durations that the poll scheduler is measured by: how to draw from them, and their truth. */
export interface TrueDurations {
  readonly name: string
  /** Whether the figure against the bound is promised for it. */
  readonly concentrated: boolean
  /** Seconds. */
  draw(random: Random): number
  /** The share that takes at most `ageS` seconds. */
  finishedBy(ageS: number): number
}

export const DURATIONS: readonly TrueDurations[] = [
  {
    name: 'exponential, mean 60',
    concentrated: false,
    draw: (random) => exponential(random, 60),
    finishedBy: (ageS) => -Math.expm1(-ageS / 60),
  },
  logNormal(60, 0.3),
  logNormal(60, 0.6),
  logNormal(60, 1),
  twoPeaks(),
]

function logNormal(median: number, sigma: number): TrueDurations {
  return {
    name: `log-normal, sigma ${sigma}`,
    concentrated: sigma <= 0.6,
    draw: (random) => median * Math.exp(sigma * normal(random)),
    finishedBy: (ageS) => (ageS <= 0 ? 0 : normalShare(Math.log(ageS / median) / sigma)),
  }
}

/** Each peak is log-normal and a tenth wide. */
function twoPeaks(): TrueDurations {
  const [fast, slow, fastShare] = [logNormal(20, 0.1), logNormal(180, 0.1), 0.7]
  return {
    name: 'two peaks, 20 s and 180 s',
    concentrated: false,
    draw: (random) => (random() < fastShare ? fast : slow).draw(random),
    finishedBy: (ageS) => fastShare * fast.finishedBy(ageS) + (1 - fastShare) * slow.finishedBy(ageS),
  }
}

/** The standard normal distribution function; Abramowitz and Stegun, 7.1.26: error below 1.5e-7. */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - poly * Math.exp(-x * x)
  return z > 0 ? (1 + erf) / 2 : (1 - erf) / 2
}
