/** A text field with suggestions that do not limit what may be typed. */
import { ChevronsUpDown } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import parts from './parts.module.css'
import { INPUT_FRAME } from './input-frame.ts'
import { Popover } from './popover.tsx'

export interface SuggestFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  readonly suggestions: readonly string[]
  readonly placeholder: string
  readonly error?: string | undefined
  readonly isDisabled: boolean
}

export function SuggestField(props: SuggestFieldProps) {
  const { label, value, onChange, suggestions, placeholder, error, isDisabled } = props
  const [isTyping, setTyping] = useState(false)
  const shown = isTyping
    ? suggestions.filter((text) => text.toLowerCase().includes(value.toLowerCase()))
    : suggestions
  return (
    <ComboBox
      allowsCustomValue
      menuTrigger="focus"
      items={shown.map((text) => ({ id: text }))}
      inputValue={value}
      onInputChange={(text) => {
        setTyping(text !== '')
        onChange(text)
      }}
      onOpenChange={() => setTyping(false)}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      isDisabled={isDisabled}
      className={classNames(styles.field)}
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.suggest}>
        <Input className={classNames(INPUT_FRAME, styles.input)} placeholder={placeholder} />
        <Button className={classNames(parts.inField)}>
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      </div>
      <FieldError className={classNames(parts.problem)}>{error}</FieldError>
      <Popover className={styles.popover} offset={4}>
        <ListBox className={classNames(parts.list)}>
          {(item: { readonly id: string }) => (
            <ListBoxItem textValue={item.id} className={classNames(parts.option)}>
              {item.id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
