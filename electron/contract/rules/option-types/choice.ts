import type { Json } from '../../json.ts'
import { isSame } from '../json-values.ts'
import type { Check, OptionFacts, OptionFinding, OptionType } from './option-type.ts'

/** One of values that are listed. */
export interface ChoiceField extends OptionFacts {
  readonly kind: 'choice'
  readonly values: readonly Json[]
}

export type ChoiceProblem =
  | { readonly kind: 'notListed' }
  /** `near` is a listed value that reads the same, as JSON: `5` for `"5"`. */
  | { readonly kind: 'notListedType'; readonly near: string }

export const CHOICE: OptionType<ChoiceField, ChoiceProblem> = {
  read: ({ allowed }) => (allowed.by === 'values' ? { kind: 'choice', values: allowed.values } : null),
  fits: (value, { values }) =>
    values.some((listed) => isSame(listed, value) || typeof listed === typeof value),
  misfit: null,
  check: ({ values }, value, check) => checkListed(values, value, check),
  known: ({ values }) => values,
  first: ({ values }) => values[0] ?? '',
}

/** Only advice: listings lag behind their models. */
export function checkListed(
  values: readonly Json[],
  value: Json,
  { advise }: Check<ChoiceProblem>,
): readonly OptionFinding[] {
  if (values.some((listed) => isSame(listed, value))) return []
  const plain = (part: Json): string => (typeof part === 'string' ? part : JSON.stringify(part))
  const near = values.find((listed) => plain(listed) === plain(value))
  return advise(
    near === undefined ? { kind: 'notListed' } : { kind: 'notListedType', near: JSON.stringify(near) },
  )
}
