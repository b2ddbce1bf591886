/** Fields two abreast. */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export function FieldGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles.fieldGrid}>{children}</div>
}
