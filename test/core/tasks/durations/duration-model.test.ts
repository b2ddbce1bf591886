import { createDurationModel, etaOf } from '#core/tasks/durations/duration-model.ts'
import { expect, test } from 'vitest'
import { DURATIONS, type TrueDurations } from '#test/benchmarks/virtual-durations.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'

const tight = Array.from({ length: 50 }, (_, index) => 55 + (index % 11))

test('learns the shape that the samples were drawn from', () => {
  for (const durations of DURATIONS) {
    const random = seededRandom(3)
    const { distribution } = createDurationModel(
      Array.from({ length: 100 }, () => durations.draw(random)),
      60,
    )
    for (const ageS of [10, 30, 60, 100, 200]) {
      expect(Math.abs(1 - distribution.outlive(ageS) - durations.finishedBy(ageS))).toBeLessThan(0.12)
    }
  }
})

test('leaves something of every distribution at every age, and in proportion', () => {
  const { distribution } = createDurationModel(tight, 60)
  for (const ageS of [0, 0.01, 60, 600, 6_000, 172_000, 31_536_000]) {
    expect(distribution.outlive(ageS)).toBeGreaterThan(0)
    expect(distribution.remaining(ageS)).toBeGreaterThanOrEqual(0)
  }
})

test('learns as well from wide gaps as from narrow ones', () => {
  const random = seededRandom(5)
  const durations = DURATIONS[2]
  const model = createDurationModel(
    Array.from({ length: 50 }, () => 1.25 * (durations?.draw(random) ?? 0)),
    60,
  )
  const before = model.distribution.quantileAfter(0, 0.5)
  for (let task = 0; task < 300; task++) {
    const durationS = durations?.draw(random) ?? 0
    let ageS = 0
    while (ageS < durationS) {
      const beforeS = ageS
      ageS += 45 + 20 * random()
      model.polled(beforeS, ageS, ageS >= durationS)
    }
  }
  const median = model.distribution.quantileAfter(0, 0.5)
  expect(before).toBeGreaterThan(68)
  expect(median).toBeGreaterThan(48)
  expect(median).toBeLessThan(67)
})

test('learns nothing from a gap in which every task would have finished', () => {
  expect(createDurationModel(tight, 60).polled(1, 8 * 3_600, true)).toBeNull()
})

test('forecasts nothing from too few samples, and nothing from a range that says nothing', () => {
  expect(etaOf(createDurationModel([60, 61, 62, 63], 60), 0, 0)).toEqual({})
  const wide = Array.from({ length: 50 }, (_, index) => 1.4 ** (index % 25))
  expect(etaOf(createDurationModel(wide, 60), 0, 0)).toEqual({})
})

test('forecasts a range ahead of now, and calls a task slow past nearly everything that was seen', () => {
  const model = createDurationModel(tight, 60)
  const { eta, slow } = etaOf(model, 0, 20_000)
  expect(slow).toBeUndefined()
  expect(eta?.p50At).toBeGreaterThan(55_000)
  expect(eta?.p50At).toBeLessThan(65_000)
  expect(eta?.p90At).toBeGreaterThanOrEqual(eta?.p50At ?? 0)
  expect(etaOf(model, 0, 600_000)).toEqual({ slow: true })
})

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
