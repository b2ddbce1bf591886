/** Sums of amounts, each unit by itself: amounts of different units are never added. */
import type { Amount } from '#contract/spending.ts'

/** By how much a sum of fractions may pass a limit. */
export const ROUNDING = 1e-9

/** Smaller parts come of adding fractions in binary. */
const PARTS = 1e9

export function roundAmount(value: number): number {
  return Math.round(value * PARTS) / PARTS
}

export function addAmount(sums: Map<string, number>, unit: string, value: number): void {
  sums.set(unit, (sums.get(unit) ?? 0) + value)
}

/** Ordered by unit; no value is longer than nine places. */
export function listAmounts(sums: ReadonlyMap<string, number>): readonly Amount[] {
  return [...sums]
    .map(([unit, value]) => ({ unit, value: roundAmount(value) }))
    .toSorted((a, b) => (a.unit < b.unit ? -1 : 1))
}
