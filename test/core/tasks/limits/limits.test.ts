import { expect, test } from 'vitest'
import { createLimits, limitsStateSchema, type LimitsState } from '#core/tasks/limits/limits.ts'

const HOUR_MS = 3_600_000
const WALL = Date.UTC(2025, 6, 1)

function open(stored: LimitsState | null = null, wallNow = WALL) {
  return createLimits({ stored, local: false, random: () => 0.5, now: 0, wallNow })
}

test("the service's Retry-After is a floor", () => {
  const limits = open()
  limits.refused('submit', 0, 0, 45_000)
  expect(limits.waitMs('submit', 0)).toBe(45_000)
  expect(limits.hold(0)).toEqual({ kind: 'minute', waitMs: 45_000 })
  limits.taskEnded(10_000)
  limits.timeJumped(20_000)
  expect(limits.waitMs('submit', 20_000)).toBe(25_000)
})

test('a refused poll leaves generate requests alone, until one limit is seen to count both', () => {
  const limits = open()
  limits.refused('poll', 0, 3, 20_000)
  expect(limits.waitMs('submit', 0)).toBe(0)
  limits.refused('submit', 1_000, 0, 20_000)
  limits.accepted('poll', 30_000, 3)
  limits.accepted('submit', 30_000, 3)
  limits.refused('poll', 40_000, 3, 20_000)
  expect(limits.waitMs('submit', 40_000)).toBe(20_000)
})

test('a long Retry-After is a limit of the day', () => {
  const limits = open()
  limits.refused('submit', 0, 2, 10 * HOUR_MS)
  expect(limits.hold(0)).toEqual({ kind: 'day', waitMs: 10 * HOUR_MS })
  expect(limits.waitMs('poll', 0)).toBe(0)
})

test('so is being refused for longer than any minute lasts, with nothing at work and without a word', () => {
  const limits = open()
  let now = 0
  let refusals = 0
  while (limits.hold(now)?.kind !== 'day') {
    now += limits.waitMs('submit', now)
    limits.refused('submit', now, 0, null)
    refusals++
  }
  expect(refusals).toBeLessThanOrEqual(6)
  expect(now).toBeLessThan(5 * 60_000)
})

test('nothing of the sort is concluded while tasks are at work', () => {
  const limits = open()
  for (let now = 0; now < 20 * 60_000; now += 60_000) limits.refused('submit', now, 2, null)
  expect(limits.hold(19 * 60_000)?.kind).not.toBe('day')
})

test('a restart takes up what was learned and what is held, and exceeds neither', () => {
  const before = open()
  for (let now = 0; now < 61_000; now += 1_000) before.spend('submit', now)
  before.refused('submit', 61_000, 0, 50_000)
  const state = limitsStateSchema.parse(JSON.parse(JSON.stringify(before.state(61_000, WALL + 61_000))))
  const after = open(state, WALL + 71_000)
  expect(after.waitMs('submit', 0)).toBe(40_000)
  expect(after.state(0, WALL + 71_000).submit).toEqual(before.state(61_000, WALL).submit)
})

test('a wall clock moved by a year makes no hold longer than a day', () => {
  const before = open()
  before.refused('submit', 0, 0, 10 * HOUR_MS)
  const state = before.state(0, WALL)
  expect(open(state, WALL - 365 * 24 * HOUR_MS).waitMs('submit', 0)).toBeLessThanOrEqual(25 * HOUR_MS)
  expect(open(state, WALL + 365 * 24 * HOUR_MS).waitMs('submit', 0)).toBe(0)
})

test('what was believed of the rate is restored when refusals turn out to be about the number at once', () => {
  const limits = open()
  const rate = limits.state(0, WALL).submit.ratePerMinute
  for (let round = 0; round < 3; round++) {
    limits.refused('submit', round * 20_000, 6, null)
    if (round < 2) limits.accepted('submit', round * 20_000 + 10_000, 5)
  }
  expect(limits.bound).toBe(6)
  expect(limits.state(0, WALL).submit.ratePerMinute).toBeGreaterThanOrEqual(rate)
})

test('requests that left together and are refused together count as one refusal', () => {
  const limits = open()
  for (let request = 0; request < 8; request++) limits.refused('submit', request, 0, null)
  expect(limits.waitMs('submit', 8)).toBeLessThanOrEqual(1_000)
})

test('takes no refusal for one about the number at once while polls are refused too', () => {
  const limits = open()
  for (let round = 0; round < 10; round++) {
    limits.refused('submit', round * 20_000, 6, 5_000)
    limits.refused('poll', round * 20_000, 6, 5_000)
    limits.accepted('submit', round * 20_000 + 10_000, 5)
  }
  expect(limits.bound).toBeNull()
})
