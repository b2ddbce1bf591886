/** The message of an empty or broken view: what happened, why, and what to do. */
import type { Icon } from '#renderer/icons.tsx'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './state-message.module.css'

export interface StateMessageProps {
  readonly icon: Icon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly tone?: 'calm' | 'broken'
}

export function StateMessage({ icon: Icon, title, children, action, tone = 'calm' }: StateMessageProps) {
  return (
    <div className={styles.message} role={tone === 'broken' ? 'alert' : undefined}>
      <Icon
        size={18}
        strokeWidth={1.75}
        aria-hidden
        className={classNames(tone === 'broken' && styles.broken)}
      />
      <div className={styles.body}>
        <h2>{title}</h2>
        {children !== undefined && <div className={styles.text}>{children}</div>}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
