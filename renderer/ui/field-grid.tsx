/** Fields two abreast. */
import type { ReactNode } from 'react'
import styles from './field-grid.module.css'

export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
