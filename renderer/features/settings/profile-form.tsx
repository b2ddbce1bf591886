/** A form about a profile: saved or left, with what belongs to none of its fields under them. */
import type { ReactNode } from 'react'
import type { Failure } from '#contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'

export interface ProfileFormProps {
  readonly label: string
  /** On the button that saves, where it does more than that. */
  readonly confirm?: string
  readonly busy: boolean
  /** That no field says. */
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
