/** Amounts in library.db: integers, in millionths of their unit. */
import { z } from 'zod'
import { roundedUp } from '#contract/rules/money.ts'
import type { Row } from '../store/database.ts'

export const millionthsSchema = z.int().min(0)

/** `sum` ends with an error beyond 64 bits; `total` is exact as far as numbers are, and stops there. */
export function sumSql(column: string): string {
  return `CAST(min(total(${column}), ${Number.MAX_SAFE_INTEGER}) AS INTEGER)`
}

/** A row of `requests` of an earlier version has `amount` as a decimal number. */
export function updateRequest(row: Row): Row {
  return typeof row['amount'] === 'number' ? { ...row, millionths: roundedUp(row['amount']) } : row
}

const decimalPriceSchema = z.looseObject({
  value: z.number().nullable(),
  scenes: z.record(z.string(), z.number()).optional(),
})

/** And one of `model_prices` decimal numbers in its JSON, and what was typed is per request. */
export function updatePrice(row: Row): Row {
  const decimal = decimalPriceSchema.safeParse(JSON.parse(String(row['price'])))
  if (!decimal.success) return row
  const { value, scenes, ...price } = decimal.data
  const updated = {
    per: 'request',
    ...price,
    millionths: value === null ? null : roundedUp(value),
    ...(scenes && { scenes: inMillionths(scenes) }),
  }
  return { ...row, price: JSON.stringify(updated) }
}

export function inMillionths(prices: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(prices).map(([name, value]) => [name, roundedUp(value)]))
}
