/** Says something that changed, to screen readers too, without taking the focus. */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './parts.module.css'

export function Status({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}) {
  return <output className={classNames(styles.status, className)}>{children}</output>
}
