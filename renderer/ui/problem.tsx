/** An error message, announced to screen readers; its text can be selected. */
import styles from './parts.module.css'

/** Renders nothing without an error. */
export function Problem({ words }: { readonly words: string | null | undefined }) {
  if (words == null) return null
  return (
    <p role="alert" className={styles.problem}>
      {words}
    </p>
  )
}
