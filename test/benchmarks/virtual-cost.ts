/** What scheduling costs on this machine: one choice among ten thousand tasks, and learning one distribution. */
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { createPollChooser, type Pollable } from '#core/tasks/polling/poll-schedule.ts'
import { DURATIONS } from './virtual-durations.ts'
import { learnedModel } from './virtual-profile-queue.ts'
import { exponential, seededRandom } from './virtual-random.ts'

const OPEN_TASKS = 10_000
const CHOICES = 200
const LEARNED = 100
const KINDS = 20

export function measureChoice(): string {
  const random = seededRandom(1)
  const models = Array.from({ length: KINDS }, (_, kind) => learnedModel(logNormal(), 50, kind))
  const tasks = Array.from({ length: OPEN_TASKS }, (_, index): Pollable => {
    const startedAt = -exponential(random, 60_000)
    const model = models[index % KINDS] ?? learnedModel(logNormal(), 50, 0)
    return { id: `task-${index}`, model, startedAt, polledAt: startedAt * random(), dueAt: null }
  })
  const chooser = createPollChooser()
  const times = Array.from({ length: CHOICES }, (_, index) => {
    const now = index * 100
    const from = performance.now()
    const chosen = chooser.next(tasks, now, 0, () => false)
    const tookMs = performance.now() - from
    if (chosen) chosen.polledAt = now
    return tookMs
  })
  return `10,000 open tasks: ${median(times).toFixed(2)} ms per choice (p95 ${percentile(times, 0.95).toFixed(2)})`
}

export function measureLearning(): string {
  const random = seededRandom(2)
  const samples = Array.from({ length: LEARNED }, () => logNormal().draw(random))
  const times = Array.from({ length: CHOICES }, () => {
    const model = createDurationModel(samples, 60)
    const from = performance.now()
    model.distribution.outlive(60)
    return performance.now() - from
  })
  return `${LEARNED} samples: ${median(times).toFixed(2)} ms to learn a distribution (p95 ${percentile(times, 0.95).toFixed(2)})`
}

function logNormal() {
  const durations = DURATIONS[2]
  if (!durations) throw new Error('There is no third distribution.')
  return durations
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
