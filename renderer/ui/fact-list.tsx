/** Facts under each other: what each is called, and what it is. */
import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export interface FactProps {
  readonly name: string
  /** Of the name and of what it is, both. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt className={className}>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}
