import { expect, test } from 'vitest'
import { createConcurrency, NO_BOUND } from '#core/tasks/limits/concurrency.ts'

/** A service with room for so many: fills up, is refused, and goes on when a task has ended. */
function fill(concurrency: ReturnType<typeof createConcurrency>, room: number, rounds: number): string[] {
  const said: string[] = []
  for (let round = 0; round < rounds; round++) {
    concurrency.accepted(room - 1)
    if (concurrency.allows(room)) said.push(concurrency.refused(room, round * 1_000))
  }
  return said
}

test('learns a bound from refusals that end when a task ends', () => {
  const concurrency = createConcurrency(NO_BOUND)
  expect(fill(concurrency, 6, 3)).toEqual(['other', 'other', 'learned'])
  expect([concurrency.allows(5), concurrency.allows(6)]).toEqual([true, false])
})

test('takes refusals for something else when fewer at work are refused too', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (const [index, running] of [20, 19, 17, 15, 12, 9, 6, 4].entries()) {
    expect(concurrency.refused(running, index * 1_000)).toBe('other')
  }
  expect(concurrency.bound).toBeNull()
})

test('starts again whenever fewer at work are refused too', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (let round = 0; round < 10; round++) {
    concurrency.accepted(4)
    expect(concurrency.refused(6, round * 2_000)).toBe('other')
    expect(concurrency.refused(5, round * 2_000 + 1_000)).toBe('other')
  }
  expect(concurrency.bound).toBeNull()
})

test('takes refusals for something else when clearly more at work were taken in between', () => {
  const concurrency = createConcurrency(NO_BOUND)
  for (let round = 0; round < 10; round++) {
    concurrency.accepted(5)
    expect(concurrency.refused(6, round * 1_000)).toBe('other')
    concurrency.accepted(12)
  }
  expect(concurrency.bound).toBeNull()
})

test('follows a bound that falls, however many have ended between two refusals', () => {
  const falling = createConcurrency({ ...NO_BOUND, bound: 6 })
  falling.accepted(5)
  const said = [5, 4, 1].map((running, index) => falling.refused(running, index * 5_000))
  expect([said, falling.bound]).toEqual([['bound', 'bound', 'bound'], 1])
})

test('is no bound at all where it is refused again and again whatever is at work', () => {
  const mistaken = createConcurrency({ ...NO_BOUND, bound: 20 })
  const said = Array.from({ length: 6 }, (_, index) => {
    mistaken.accepted(5)
    return mistaken.refused(19 - index, index * 5_000)
  })
  expect([said.at(-1), mistaken.bound]).toEqual(['other', null])
})

test('finds out soon that a bound was a mistake, and tries ever more seldom while it is not', () => {
  const mistaken = createConcurrency({ ...NO_BOUND, bound: 5 })
  for (let request = 0; request < 200; request++) mistaken.accepted((mistaken.bound ?? 0) - 1)
  expect(mistaken.bound).toBeGreaterThan(20)
  const right = createConcurrency({ ...NO_BOUND, bound: 5 })
  let refusals = 0
  for (let request = 0; request < 2_000; request++) {
    right.accepted(4)
    if (!right.allows(5)) continue
    refusals++
    right.refused(5, request * 1_000)
  }
  expect(right.bound).toBe(5)
  expect(refusals).toBeLessThan(12)
})
