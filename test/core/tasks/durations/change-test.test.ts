import { expect, test } from 'vitest'
import { createDurationModel } from '#core/tasks/durations/duration-model.ts'
import { DURATIONS, type TrueDurations } from '#test/benchmarks/virtual-durations.ts'
import { seededRandom } from '#test/benchmarks/virtual-random.ts'

const EVERY_S = 10
const RUNS = 6

/** How many tasks of `stretch` times the usual length it takes until the samples are dropped; null when they never are. */
function tasksUntilAlarm(
  durations: TrueDurations,
  stretch: number,
  tasks: number,
  seed: number,
): number | null {
  const random = seededRandom(seed)
  const learned = Array.from({ length: 50 }, () => durations.draw(random))
  const model = createDurationModel(learned, 60)
  for (let task = 1; task <= tasks; task++) {
    const durationS = durations.draw(random) * stretch
    for (let ageS = EVERY_S; ; ageS += EVERY_S) {
      const known = model.samples.length
      model.polled(ageS - EVERY_S, ageS, ageS >= durationS)
      if (model.samples.length < known) return task
      if (ageS >= durationS) break
    }
  }
  return null
}

function alarms(durations: TrueDurations, stretch: number, tasks: number): number {
  const runs = Array.from({ length: RUNS }, (_, seed) => tasksUntilAlarm(durations, stretch, tasks, seed + 1))
  return runs.filter((run) => run !== null).length
}

test.each(DURATIONS)('durations that stay as they are seldom raise an alarm: $name', (durations) => {
  const count = alarms(durations, 1, 100)
  console.log(`${durations.name}: ${count} false alarms in ${RUNS} runs of 100 tasks`)
  expect(count).toBeLessThanOrEqual(1)
})

/** For the others round robin is nearly the best there is, and the window of samples follows by itself. */
const CONCENTRATED = DURATIONS.filter(({ name }) => /0\.3|0\.6|peaks/u.test(name))

test.each(CONCENTRATED)('durations that double, or halve, soon raise one: $name', (durations) => {
  expect(alarms(durations, 2, 40)).toBeGreaterThanOrEqual(RUNS - 1)
  expect(alarms(durations, 0.5, 40)).toBeGreaterThanOrEqual(RUNS - 1)
})
