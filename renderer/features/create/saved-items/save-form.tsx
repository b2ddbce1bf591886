/** Keeps something more under a name. */
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import styles from './saved-items.module.css'

export interface SaveFormProps {
  readonly nameLabel: string
  readonly confirm: string
  /** Characters of the name at the most. */
  readonly longestName: number
  /** What would be kept, above the name. */
  readonly what?: ReactNode
  /** More to say about it, under the name. */
  readonly children?: ReactNode
  /** Answers with what stood in the way; null once it is kept. */
  onKeep(name: string): Promise<string | null>
}

export function SaveForm({ nameLabel, confirm, longestName, what, children, onKeep }: SaveFormProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const name = typed.trim()
  const form = useRef<HTMLFormElement>(null)

  async function keep(): Promise<void> {
    const found = await onKeep(name)
    setProblem(found)
    if (found !== null) return
    setTyped('')
    // The button that was pressed goes off with the empty name, and would take the focus with it.
    form.current?.querySelector('input')?.focus()
  }
  return (
    <form
      ref={form}
      className={styles.keep}
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '') void keep()
      }}
    >
      {what}
      <div className={styles.form}>
        <TextField
          label={nameLabel}
          value={typed}
          onChange={setTyped}
          error={problem}
          maxLength={longestName}
        />
        <Button type="submit" isDisabled={name === ''}>
          {confirm}
        </Button>
      </div>
      {children}
    </form>
  )
}
