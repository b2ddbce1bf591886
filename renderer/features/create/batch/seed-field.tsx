/** A seed, with as many digits as it has: a number field would round those of 64 bits. */
import { useState } from 'react'
import { type Seed, seedOf } from '#contract/rules/exact-seeds.ts'
import { type FieldProps, TextField } from '../../../ui/field.tsx'

interface SeedFieldProps extends FieldProps {
  readonly value: Seed | null
  readonly placeholder?: string
  onChange(seed: Seed | null): void
}

/** What is no whole number is not taken. */
export function SeedField({ value, placeholder = '', onChange, ...rest }: SeedFieldProps) {
  const [isNegative, setNegative] = useState(false)
  return (
    <TextField
      {...rest}
      placeholder={placeholder}
      value={value === null ? (isNegative ? '-' : '') : String(value)}
      onChange={(typed) => {
        const seed = seedOf(typed.trim())
        setNegative(typed.trim() === '-')
        if (seed !== null) onChange(seed)
        else if (/^-?$/.test(typed.trim())) onChange(null)
      }}
    />
  )
}
