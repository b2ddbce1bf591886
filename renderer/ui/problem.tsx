/** An error message, announced to screen readers; its text can be selected. */
import styles from './parts.module.css'

/** Renders nothing without an error. */
export function Problem({ message }: { readonly message: string | null | undefined }) {
  if (message == null) return null
  return (
    <p role="alert" className={styles.problem}>
      {message}
    </p>
  )
}
