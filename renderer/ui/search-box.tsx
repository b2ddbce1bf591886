/** A search over what the place lists; `/` leads to it. */
import { X } from '#renderer/icons.tsx'
import { Button, Input, SearchField } from 'react-aria-components'
import { classNames } from './class-names.ts'
import parts from './parts.module.css'
import styles from './segmented.module.css'
import { useFormatter } from './text.ts'

export interface SearchBoxProps {
  readonly label: string
  /** The label, unless it says more. */
  readonly placeholder?: string
  readonly value: string
  onChange(value: string): void
  readonly className?: string | undefined
}

export function SearchBox({ label, placeholder = label, value, onChange, className }: SearchBoxProps) {
  const { text } = useFormatter()
  return (
    <SearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      className={classNames(styles.search, className)}
    >
      <Input
        className={classNames(styles.input)}
        placeholder={placeholder}
        maxLength={1_000}
        data-search=""
      />
      <Button className={classNames(parts.inField, styles.clear)} aria-label={text('search.clear')}>
        <X size={14} aria-hidden />
      </Button>
    </SearchField>
  )
}
