/** Words for screen readers alone. */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function Hidden({ children }: { readonly children: ReactNode }) {
  return <div className={styles.hidden}>{children}</div>
}
