import { checkListed, type ChoiceProblem } from './choice.ts'
import { examplesOf } from '../option-schema.ts'
import type { AnyType, OptionFacts, OptionType, Property } from './option-type.ts'
import { textsOfBranches } from './text.ts'

/** A text such as 16:9, which becomes shapes to click. */
export interface RatioField extends OptionFacts {
  readonly kind: 'ratio'
  readonly values: readonly string[]
  /** Other ratios may be typed. */
  readonly isOpen: boolean
}

export type RatioProblem = { readonly kind: 'notRatio' } | ChoiceProblem

const COMMON_RATIOS: readonly string[] = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16']
const PATTERN = /^\d+(\.\d+)?:\d+(\.\d+)?$/

/**
 * What models take in place of a ratio, in small letters. Source: the parameter pages of nano-banana, Seedance (Kie) and
 * Flux Kontext (Replicate).
 */
export const RATIO_WORDS: ReadonlySet<string> = new Set(['auto', 'adaptive', 'match_input_image'])

export const RATIO: OptionType<RatioField, RatioProblem, string> = {
  read: (property, any) => {
    const values = textsOf(property, any)
    if (!values.some(isRatio)) return null
    return { kind: 'ratio', values, isOpen: property.isOpen || property.allowed.by !== 'values' }
  },
  fits: (value) => typeof value === 'string',
  misfit: { kind: 'notRatio' },
  check: ({ values, isOpen }, value, check) => {
    if (isRatio(value)) return isOpen ? [] : checkListed(values, value, check)
    const isWord = values.includes(value) || (isOpen && RATIO_WORDS.has(value.toLowerCase()))
    return isWord ? [] : check.find({ kind: 'notRatio' })
  },
  known: ({ values }) => values,
  first: ({ values }) => values[0] ?? '',
  recall: (field, values) => {
    const ratios = values.filter((value) => typeof value === 'string').filter(isRatio)
    return field.isOpen ? { ...field, values: [...new Set([...field.values, ...ratios])] } : field
  },
}

function textsOf(property: Property, any: AnyType): readonly string[] {
  const { key, schema, allowed } = property
  if (allowed.by === 'branches') return textsOfBranches(property, any) ?? []
  if (allowed.by === 'type' && allowed.name !== 'string') return []
  const listed = allowed.by === 'values' ? allowed.values : examplesOf(schema)
  const texts = listed.filter((value) => typeof value === 'string')
  if (allowed.by === 'values') return texts.length === listed.length ? texts : []
  return texts.length === 0 && key === 'aspect_ratio' ? COMMON_RATIOS : texts
}

function isRatio(text: string): boolean {
  return PATTERN.test(text)
}
