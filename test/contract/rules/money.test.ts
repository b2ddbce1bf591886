/** Amounts are exact: what is added, multiplied and compared is what a person would reckon with pen and paper. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as money from '#contract/rules/money.ts'

const amounts = fc.integer({ min: 0, max: 1_000_000_000_000_000 })
const decimals = fc.double({ min: 0, max: 1e9, noNaN: true })

test.each([
  [0.29, 290_000, 290_000, 290_000],
  [0.1 + 0.2, 300_001, 300_000, 300_000],
  [1e-7, 1, 0, 0],
  [5e-7, 1, 0, 1],
  [0.00000149, 2, 1, 1],
  [1.0000000001, 1_000_001, 1_000_000, 1_000_000],
  [2, 2_000_000, 2_000_000, 2_000_000],
  [0, 0, 0, 0],
  [1e9, 1e15, 1e15, 1e15],
])('%d is %d millionths rounded up, %d down, %d to the nearest', (value, up, down, nearest) => {
  expect([money.roundedUp(value), money.roundedDown(value), money.rounded(value)]).toEqual([
    up,
    down,
    nearest,
  ])
})

test.each([
  ['usd', 'USD'],
  ['Eur', 'EUR'],
  ['Credit', 'credits'],
  ['POINTS', 'points'],
  ['Gold bars', 'Gold bars'],
])('%j is the unit %j', (typed, unit) => expect(money.unitNamed(typed)).toBe(unit))

test('amounts of a unit are added, however it was typed', () => {
  const sums = new Map<string, number>()
  for (const unit of ['usd', 'USD', 'Credits']) money.addTo(sums, unit, 5)
  expect([...sums]).toEqual([
    ['USD', 10],
    ['credits', 5],
  ])
})

test('every amount is the same again after it was told as a decimal number', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const value = money.valueOf(amount)
      for (const read of [money.roundedUp, money.roundedDown, money.rounded]) expect(read(value)).toBe(amount)
    }),
  )
})

test('rounds up never below a number and down never above it, by less than a millionth', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      const [up, down] = [money.roundedUp(value), money.roundedDown(value)]
      expect(up - down).toBeLessThanOrEqual(1)
      expect(money.valueOf(down)).toBeLessThanOrEqual(value)
      expect(money.valueOf(up)).toBeGreaterThanOrEqual(value)
      expect([up, down]).toContain(money.rounded(value))
    }),
  )
})

test('adds in any order, and a product is the sum of its parts', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 50 }), (parts) => {
      const sum = (list: readonly number[]): number => list.reduce(money.plus, 0)
      expect(sum(parts)).toBe(sum(parts.toReversed()))
      const [one = 0] = parts
      expect(money.times(one, parts.length)).toBe(sum(parts.map(() => one)))
    }),
  )
  expect(money.times(1, 0.4)).toBe(1)
  expect(money.times(290_000, 7.5)).toBe(2_175_000)
})

test('stops at the largest number, above every limit, and below nothing', () => {
  const most = Number.MAX_SAFE_INTEGER
  expect(money.plus(most, 1e15)).toBe(most)
  expect(money.times(1e15, 10_000)).toBe(most)
  expect(money.roundedUp(Infinity)).toBe(most)
  expect(money.minus(1, 2)).toBe(0)
  expect(money.roundedDown(1e9)).toBeLessThan(most)
})

test('never adds amounts of different units', () => {
  const sums: money.Sums = new Map()
  for (const [unit, amount] of [
    ['USD', 1],
    ['EUR', 2],
    ['USD', 3],
  ] as const)
    money.addTo(sums, unit, amount)
  expect(money.amountsOf(sums)).toEqual([
    { unit: 'EUR', value: 0.000002 },
    { unit: 'USD', value: 0.000004 },
  ])
})
