/** One choice of a few, all in sight. */
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame } from './field.tsx'
import styles from './segmented.module.css'

export interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly value: Value | null
  onChange(value: Value): void
  /** Where given, a press on the chosen option clears the choice. */
  readonly onClear?: (() => void) | undefined
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly name?: string }[]
  /** `fill` shares the width equally, `wrap` lets many choices run over several lines. */
  readonly layout?: 'fill' | 'wrap'
  readonly isDisabled?: boolean | undefined
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, onClear, options, layout = 'fill', isDisabled } = props
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection={value !== null && onClear === undefined}
      selectedKeys={value === null ? [] : [value]}
      isDisabled={isDisabled ?? false}
      onSelectionChange={(keys) => {
        const chosen = options.find((option) => keys.has(option.value))
        if (chosen !== undefined) onChange(chosen.value)
        else onClear?.()
      }}
      className={classNames(styles.group, styles[layout])}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={classNames(styles.segment)}
          {...(option.name === undefined ? {} : { 'aria-label': option.name })}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** With its label in sight. */
export function ChoiceField<Value extends string>({
  error = null,
  ...choice
}: SegmentedProps<Value> & { readonly error?: string | null | undefined }) {
  return (
    <FieldFrame label={choice.label} error={error}>
      <Segmented {...choice} />
    </FieldFrame>
  )
}
