/** An amount of money or credits: a number, and its unit beside it. */
import type { Amount } from '#contract/spending.ts'
import { FieldGrid } from './field-grid.tsx'
import { NumberField, TextField } from './field.tsx'
import { useWords } from './text.ts'

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

export interface AmountFieldsProps {
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
