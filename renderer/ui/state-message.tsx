/** The message of an empty or broken view: what happened, why, and what to do. */
import { CircleAlert, type Icon } from '#renderer/icons.tsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './state-message.module.css'
import { useFormatter } from './text.ts'

export interface StateMessageProps {
  readonly icon: Icon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function StateMessage({ icon: Icon, title, children, action }: StateMessageProps) {
  return (
    <div className={styles.message}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.body}>
        <h2>{title}</h2>
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

export interface BrokenProps extends Omit<StateMessageProps, 'icon'> {
  onRetry?(): void
}

export function Broken({ onRetry, ...message }: BrokenProps) {
  const { text } = useFormatter()
  return (
    <div role="alert" className={styles.broken}>
      <StateMessage
        icon={CircleAlert}
        action={onRetry && <Button onPress={onRetry}>{text('action.retry')}</Button>}
        {...message}
      />
    </div>
  )
}
