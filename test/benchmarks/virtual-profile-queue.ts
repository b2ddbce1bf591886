/**
 * The real lane on a virtual clock: tasks arrive by chance, are sent at once, and are looked at when the lane says so.
 *
 * Answers take no time, so that nothing is measured but the schedule. The budget of looks is the real bucket, held at its
 * rate.
 */
import { createLane, type Lane, type LaneDeps } from '#core/tasks/queue/profile-queue.ts'
import { createBucket, freshBucket } from '#core/tasks/limits/bucket.ts'
import type { Limits } from '#core/tasks/limits/limits.ts'
import type { DurationStore } from '#core/tasks/durations/duration-store.ts'
import { createDurationModel, type DurationModel } from '#core/tasks/durations/duration-model.ts'
import { FINE } from '#core/tasks/queue/signal.ts'
import { NOTHING_SEEN, type TaskRecord } from '#core/tasks/task-row.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { exponential, seededRandom } from './virtual-random.ts'
import type { TrueDurations } from './virtual-durations.ts'

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

/** Knows nothing but that longer ago is worse, and learns nothing: the lane goes round. */
export function roundRobinModel(): DurationModel {
  const distribution = { outlive: () => 1, remaining: () => 0, quantileAfter: () => Infinity }
  return { samples: [], distribution, looked: () => null }
}

export async function runLane(arrivals: readonly Arrival[], model: DurationModel): Promise<Measured> {
  const clock = createVirtualClock()
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
    looked: (_request, beforeS, ageS, finished) => {
      model.looked(beforeS, ageS, finished)
    },
  }
  const lane = openLane({
    clock,
    limits: fixedLimits(),
    durations,
    find: (id) => tasks.get(id) ?? null,
    send: (task) => {
      change(task, { state: 'running', sentAt: clock.now() })
      return Promise.resolve(FINE)
    },
    look: (task) => {
      polls++
      const lateMs = clock.monotonicMs() - (endsAt.get(task.id) ?? Infinity)
      if (lateMs < 0) return Promise.resolve({ signal: FINE, task: change(task, { polls: task.polls + 1 }) })
      delaysS.push(lateMs / 1_000)
      tasks.delete(task.id)
      return Promise.resolve({ signal: FINE, task: { ...task, state: 'saving' } })
    },
  })
  for (const { id, atMs, durationMs } of arrivals) {
    clock.after(atMs, () => {
      endsAt.set(id, atMs + durationMs)
      const task = newTask(id, clock.now())
      tasks.set(id, task)
      lane.enqueue([task])
    })
  }
  await clock.run(() => delaysS.length === arrivals.length)
  await lane.close()
  return { delaysS, polls, refused: 0 }
}

type Essential = 'clock' | 'limits' | 'durations' | 'find' | 'send' | 'look'

/** A lane whose user wants everything at once, and whose surroundings say nothing. */
export function openLane(deps: Pick<LaneDeps, Essential> & Partial<LaneDeps>): Lane {
  return createLane({
    profileId: 'p1',
    random: seededRandom(1),
    mostAtWork: () => Infinity,
    paused: () => false,
    cap: () => null,
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

/** Sending is free; looks are paid from the real bucket, which is never told what came of them. */
function fixedLimits(): Limits {
  const bucket = createBucket(freshBucket(BUDGET.perMinute), BUDGET.burst)
  return {
    waitMs: (what, now) => (what === 'look' ? bucket.waitMs(now) : 0),
    spareLooks: bucket.spare,
    pay: (what, now) => {
      if (what === 'look') bucket.pay(now)
    },
    accepted: () => {},
    refused: () => {},
    allowsOneMore: () => true,
    taskEnded: () => {},
    woken: () => {},
    hold: () => null,
    bound: null,
    pace: bucket.pace,
    state: () => {
      throw new Error('Nothing is kept here.')
    },
  }
}
