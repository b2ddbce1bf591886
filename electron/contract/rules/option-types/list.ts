import type { Json } from '../../json.ts'
import { isObject } from '../json-values.ts'
import { numbersAt } from '../option-schema.ts'
import type { AnyField, OptionFacts, OptionType } from './option-type.ts'

export interface ListField extends OptionFacts {
  readonly kind: 'list'
  /** Describes every value of the list; its key is empty. */
  readonly item: AnyField
  readonly least?: number
  readonly most?: number
}

export type ListProblem =
  | { readonly kind: 'notList' }
  | { readonly kind: 'tooFew'; readonly least: number }
  | { readonly kind: 'tooMany'; readonly most: number }

export const LIST: OptionType<ListField, ListProblem, readonly Json[]> = {
  read: ({ schema, allowed, fieldOf }) => {
    const { items } = schema
    if (allowed.by !== 'type' || allowed.name !== 'array' || !isObject(items)) return null
    const item = fieldOf(items)
    return item && { kind: 'list', item, ...numbersAt(schema, { least: 'minItems', most: 'maxItems' }) }
  },
  fits: (value) => Array.isArray(value),
  misfit: { kind: 'notList' },
  check: ({ item, least, most }, value, { find, inside }) => {
    return [
      ...(least !== undefined && value.length < least ? find({ kind: 'tooFew', least }) : []),
      ...(most !== undefined && value.length > most ? find({ kind: 'tooMany', most }) : []),
      ...value.flatMap((one, index) => inside(item, one, index)),
    ]
  },
  offered: () => [[]],
  first: () => [],
  inside: ({ item }, [step, ...rest], any) => (typeof step === 'number' ? any.inside(item, rest) : null),
}
