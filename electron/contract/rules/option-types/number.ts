import { isLongInteger, type Seed } from '../exact-seeds.ts'
import { examplesOf, numbersAt } from '../option-schema.ts'
import type { OptionFacts, OptionType } from './option-type.ts'

export interface NumberField extends OptionFacts {
  readonly kind: 'number'
  readonly isInteger: boolean
  readonly min?: number
  readonly max?: number
  /** The bound itself is already out. */
  readonly isMinOut?: boolean
  readonly isMaxOut?: boolean
  readonly step?: number
  /** They never limit what may be typed. */
  readonly suggestions?: readonly number[]
}

export type NumberProblem =
  | { readonly kind: 'notNumber' | 'notInteger' }
  | { readonly kind: 'below' | 'notAbove'; readonly min: number }
  | { readonly kind: 'above' | 'notBelow'; readonly max: number }
  | { readonly kind: 'notStep'; readonly step: number }

export const NUMBER: OptionType<NumberField, NumberProblem, Seed> = {
  read: ({ schema, allowed, isOpen }) => {
    if (allowed.by === 'values') {
      const numbers = allowed.values.filter((value) => typeof value === 'number')
      if (!isOpen || numbers.length < allowed.values.length) return null
      return { kind: 'number', isInteger: numbers.every(Number.isInteger), suggestions: numbers }
    }
    if (allowed.by !== 'type' || (allowed.name !== 'integer' && allowed.name !== 'number')) return null
    const suggestions = examplesOf(schema).filter((example) => typeof example === 'number')
    const out = numbersAt(schema, { min: 'exclusiveMinimum', max: 'exclusiveMaximum' })
    return {
      kind: 'number',
      isInteger: allowed.name === 'integer',
      ...numbersAt(schema, { min: 'minimum', max: 'maximum', step: 'multipleOf' }),
      ...out,
      ...(out.min === undefined ? {} : { isMinOut: true }),
      ...(out.max === undefined ? {} : { isMaxOut: true }),
      ...(suggestions.length === 0 ? {} : { suggestions }),
    }
  },
  // Whole numbers that would be rounded are texts of their digits.
  fits: (value, { isInteger }) => typeof value === 'number' || (isInteger && isLongInteger(value)),
  misfit: { kind: 'notNumber' },
  check: ({ isInteger, min, max, isMinOut, isMaxOut, step }, digits, { find, advise }) => {
    const value = Number(digits)
    if (isInteger && !Number.isInteger(value)) return find({ kind: 'notInteger' })
    if (min !== undefined && isMinOut === true && value <= min) return find({ kind: 'notAbove', min })
    if (max !== undefined && isMaxOut === true && value >= max) return find({ kind: 'notBelow', max })
    if (min !== undefined && value < min) return find({ kind: 'below', min })
    if (max !== undefined && value > max) return find({ kind: 'above', max })
    return step !== undefined && step > 0 && !isMultiple(value, step) ? advise({ kind: 'notStep', step }) : []
  },
  known: ({ suggestions = [] }) => suggestions,
  first: ({ min }) => min ?? 0,
}

/** Decimal fractions are not exact in binary: 0.3 is no whole multiple of 0.1 there. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}
