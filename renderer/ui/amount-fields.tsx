/** An amount of money or credits: a number, and its unit beside it. */
import type { Amount, Estimate } from '#contract/spending.ts'
import { FieldGrid } from './field-grid.tsx'
import { NumberField, TextField } from './field.tsx'
import { useFormatter, type Formatter } from './text.ts'

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

const MAX_UNIT = 20
const HIGHEST = 1_000_000_000

interface AmountFieldsProps {
  readonly label: string
  readonly hint?: string
  readonly draft: AmountDraft
  readonly unitError?: string | null
  onChange(draft: AmountDraft): void
}

export function AmountFields({ label, hint, draft, unitError, onChange }: AmountFieldsProps) {
  const { text } = useFormatter()
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
        maxLength={MAX_UNIT}
        onChange={(unit) => onChange({ ...draft, unit })}
      />
    </FieldGrid>
  )
}

/** "$2.00 and 12 credits": amounts of different units are never added. */
export function amountsText(amounts: readonly Amount[], { amount, list }: Formatter): string {
  return list(amounts.map(amount))
}

/** "about 12 credits", "free", "price unknown". What the bundled sample counts is not money. */
export function priceText(
  estimate: Pick<Estimate, 'amounts' | 'unpriced' | 'isFree'>,
  formatter: Formatter,
): string {
  const { amounts, unpriced, isFree } = estimate
  if (isFree) {
    return amounts.length === 0
      ? formatter.text('price.free')
      : formatter.text('price.noMoney', { amounts: amountsText(amounts, formatter) })
  }
  if (amounts.length === 0) return formatter.text('price.unknown')
  return formatter.text('price.about', { amounts: amountsText(amounts, formatter), unpriced })
}

/** What the caps of today leave; null where there are none. */
export function leftText({ left }: Pick<Estimate, 'left'>, formatter: Formatter): string | null {
  const parts = [
    ...(left.requests === null ? [] : [formatter.text('price.requests', { count: left.requests })]),
    ...(left.amounts ?? []).map(formatter.amount),
  ]
  return parts.length === 0 ? null : formatter.text('price.left', { left: formatter.list(parts) })
}
