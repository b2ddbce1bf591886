/**
 * The arithmetic of money: the one place where amounts are added, multiplied and compared.
 *
 * It reckons in millionths of the named unit, as integers, so that sums are exact and what fits under a limit is never a matter of
 * rounding. Outside, an amount is a decimal `value`. Amounts of different units are never added.
 */

/** An integer from 0 to `MOST`. */
export type Millionths = number

/** As it is told: `Amount` of the contract. */
interface Amount {
  readonly unit: string
  readonly value: number
}

/** An amount as it is reckoned with. */
export interface Money {
  readonly unit: string
  readonly millionths: Millionths
}

/** A unit as prices name it, however it was typed: a currency in capitals, what is counted in small letters and in the plural. */
export function unitNamed(typed: string): string {
  if (/^[a-z]{3}$/iu.test(typed)) return typed.toUpperCase()
  const [, counted] = /^(credit|point|coin)s?$/iu.exec(typed) ?? []
  return counted === undefined ? typed : `${counted.toLowerCase()}s`
}

/** What a price is for: a whole request, or so much of what it makes or reads. */
export const PRICED_PER = ['request', 'image', 'second', 'thousand characters'] as const

export type PricedPer = (typeof PRICED_PER)[number]

/** Where sums stop: above every limit that can be set, so that what reached it passes none. */
const MOST: Millionths = Number.MAX_SAFE_INTEGER
const PLACES = 6
const ONE = 10 ** PLACES

/** What is reserved is never too little: anything beyond the sixth place counts as one more. */
export function roundedUp(value: number): Millionths {
  const { whole, rest } = millionthsIn(value)
  return bounded(rest > 0 ? whole + 1n : whole)
}

/** What a limit allows is never too much. */
export function roundedDown(value: number): Millionths {
  return bounded(millionthsIn(value).whole)
}

/** What a service said. */
export function rounded(value: number): Millionths {
  const { whole, rest } = millionthsIn(value)
  return bounded(rest >= 5 ? whole + 1n : whole)
}

export function valueOf(amount: Millionths): number {
  return amount / ONE
}

/** For what is shown and told. */
export function amountOf({ unit, millionths }: Money): Amount {
  return { unit, value: valueOf(millionths) }
}

export function plus(first: Millionths, second: Millionths): Millionths {
  return Math.min(MOST, first + second)
}

/** What is left; never below 0. */
export function minus(from: Millionths, amount: Millionths): Millionths {
  return Math.max(0, from - amount)
}

/** Rounded up. `factor` is a decimal number from 0 on: a count, or seconds with their parts. */
export function times(amount: Millionths, factor: number): Millionths {
  const one = BigInt(ONE)
  return bounded((BigInt(amount) * BigInt(roundedUp(factor)) + one - 1n) / one)
}

/** Each bears the same part. */
export function dividedBy(amount: Millionths, divisor: number): Millionths {
  return rounded(valueOf(amount) / divisor)
}

/** Sums by unit. */
export type Sums = Map<string, Millionths>

export function addTo(sums: Sums, unit: string, amount: Millionths): void {
  // A row of an older version may have it as it was typed.
  const named = unitNamed(unit)
  sums.set(named, plus(sums.get(named) ?? 0, amount))
}

/** Ordered by unit. */
export function amountsOf(sums: ReadonlyMap<string, Millionths>): readonly Amount[] {
  return [...sums]
    .map(([unit, amount]) => ({ unit, value: valueOf(amount) }))
    .toSorted((a, b) => (a.unit < b.unit ? -1 : 1))
}

/**
 * Read from its decimal digits: in binary, 0.29 times a million is a little more than 290,000. `rest` is the first digit behind the
 * sixth place, and 1 for a 0 that is not the last.
 */
function millionthsIn(value: number): { readonly whole: bigint; readonly rest: number } {
  if (!(value > 0)) return { whole: 0n, rest: 0 }
  if (value >= MOST / ONE) return { whole: BigInt(MOST), rest: 0 }
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const kept = Number(exponent) + 1 + PLACES
  const whole = BigInt(digits.slice(0, Math.max(0, kept)).padEnd(Math.max(1, kept), '0'))
  const cut = kept < 0 ? '0' + digits : digits.slice(kept)
  return { whole, rest: Number(cut.slice(0, 1)) || Number(/[1-9]/u.test(cut)) }
}

function bounded(amount: bigint): Millionths {
  return Number(amount > BigInt(MOST) ? BigInt(MOST) : amount)
}
