/** The prompt: a box that grows with its text, and Ctrl/Cmd+Enter to generate. */
import { useEffect, useRef } from 'react'
import { FieldError, Label, TextArea, TextField } from 'react-aria-components'
import { classNames } from '../../ui/class-names.ts'
import { useWords } from '../../ui/text.ts'
import styles from './prompt-box.module.css'

export interface PromptBoxProps {
  readonly value: string
  onChange(value: string): void
  onGenerate(): void
  readonly placeholder: string
  readonly error: string | undefined
  /** The cursor goes into the box each time this number grows. */
  readonly focusRequests: number
}

export function PromptBox({
  value,
  onChange,
  onGenerate,
  placeholder,
  error,
  focusRequests,
}: PromptBoxProps) {
  const { text } = useWords()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focusRequests > 0) box.current?.focus()
  }, [focusRequests])
  return (
    <TextField
      value={value}
      onChange={onChange}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={classNames(styles.field)}
    >
      <Label className={styles.label}>{text('create.prompt')}</Label>
      <TextArea
        ref={box}
        rows={4}
        placeholder={placeholder}
        className={classNames(styles.box)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onGenerate()
        }}
      />
      <FieldError className={classNames(styles.error)}>{error}</FieldError>
    </TextField>
  )
}
