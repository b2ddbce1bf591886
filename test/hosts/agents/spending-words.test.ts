import { expect, test } from 'vitest'
import type { SpendingRow } from '#contract/spending.ts'
import { spendingLine } from '#hosts/agents/tools/spending.ts'

const ROW: SpendingRow = {
  day: '2026-08-01',
  model: 'ink',
  requests: 1,
  unknown: 0,
  amounts: [],
  reserved: [],
  unpriced: 0,
  free: 0,
}
const CREDITS = [{ unit: 'credits', value: 5 }]

test.each<[string, Partial<SpendingRow>]>([
  ['1 request, 5 credits', { amounts: CREDITS }],
  ['1 request, 5 credits reserved', { unknown: 1, reserved: CREDITS }],
  ['2 requests, 5 credits + 5 credits reserved', { requests: 2, amounts: CREDITS, reserved: CREDITS }],
  ['1 request, free', { free: 1 }],
  ['2 requests, unpriced', { requests: 2, free: 1, unpriced: 1 }],
])('an agent reads of its money: %s', (words, change) => {
  expect(spendingLine({ ...ROW, ...change })).toBe(`2026-08-01 ink: ${words}`)
})
