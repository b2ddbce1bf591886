/** What went wrong, said where it happened and heard at once; to be copied. */
import styles from './problem.module.css'

/** Nothing where nothing did. */
export function Problem({ words }: { readonly words: string | null | undefined }) {
  if (words == null) return null
  return (
    <p role="alert" className={styles.problem}>
      {words}
    </p>
  )
}
