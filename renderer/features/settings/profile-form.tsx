/** A form of a profile with Save and Cancel, and errors of no field below its fields. */
import type { ReactNode } from 'react'
import type { Failure } from '#contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'

export interface ProfileFormProps {
  readonly label: string
  /** The text of the save button, where it differs. */
  readonly confirm?: string
  readonly busy: boolean
  /** An error of no field. */
  readonly problem?: Failure | null
  readonly children: ReactNode
  onSave(): void
  onCancel(): void
}

export function ProfileForm(props: ProfileFormProps) {
  const { label, confirm, busy, problem, children, onSave, onCancel } = props
  const { text } = useWords()
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
      <Problem words={problem?.message} />
      <div className={styles.row}>
        <Button kind="main" type="submit" isPending={busy}>
          {confirm ?? text('action.save')}
        </Button>
        <Button kind="quiet" onPress={onCancel}>
          {text('action.cancel')}
        </Button>
      </div>
    </form>
  )
}
