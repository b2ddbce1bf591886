/** An amount of money or credits: a number, and its unit beside it. */
import type { Amount, Estimate } from '#contract/spending.ts'
import { FieldGrid } from './field-grid.tsx'
import { NumberField, TextField } from './field.tsx'
import { useWords, type Words } from './text.ts'

/** As it stands in the fields: either may be missing. */
export interface AmountDraft {
  readonly value: number | null
  readonly unit: string
}

export function draftOf(amount: Amount | undefined): AmountDraft {
  return { value: amount?.value ?? null, unit: amount?.unit ?? 'USD' }
}

/** Undefined where it is not whole. */
export function amountOf({ value, unit }: AmountDraft): Amount | undefined {
  return value === null || unit.trim() === '' ? undefined : { value, unit: unit.trim() }
}

const LONGEST_UNIT = 20
const HIGHEST = 1_000_000_000

interface AmountFieldsProps {
  readonly label: string
  readonly hint?: string
  readonly draft: AmountDraft
  readonly unitError?: string | null
  onChange(draft: AmountDraft): void
}

export function AmountFields({ label, hint, draft, unitError, onChange }: AmountFieldsProps) {
  const { text } = useWords()
  return (
    <FieldGrid>
      <NumberField
        label={label}
        hint={hint}
        value={draft.value}
        min={0}
        max={HIGHEST}
        onChange={(value) => onChange({ ...draft, value })}
      />
      <TextField
        label={text('price.unit')}
        hint={text('price.unit.hint')}
        value={draft.unit}
        error={unitError}
        maxLength={LONGEST_UNIT}
        onChange={(unit) => onChange({ ...draft, unit })}
      />
    </FieldGrid>
  )
}

/** "$2.00 and 12 credits": amounts of different units are never added. */
export function amountsWords(amounts: readonly Amount[], { amount, list }: Words): string {
  return list(amounts.map(amount))
}

/** "about 12 credits", "free", "price unknown". What the bundled sample counts is not money. */
export function priceWords(
  estimate: Pick<Estimate, 'amounts' | 'unpriced' | 'isFree'>,
  words: Words,
): string {
  const { amounts, unpriced, isFree } = estimate
  if (isFree) {
    return amounts.length === 0
      ? words.text('price.free')
      : words.text('price.noMoney', { amounts: amountsWords(amounts, words) })
  }
  if (amounts.length === 0) return words.text('price.unknown')
  return words.text('price.about', { amounts: amountsWords(amounts, words), unpriced })
}

/** What the caps of today leave; null where there are none. */
export function leftWords({ left }: Pick<Estimate, 'left'>, words: Words): string | null {
  const parts = [
    ...(left.requests === null ? [] : [words.text('price.requests', { count: left.requests })]),
    ...(left.amounts ?? []).map(words.amount),
  ]
  return parts.length === 0 ? null : words.text('price.left', { left: words.list(parts) })
}
