/** Grey shapes where content is about to be. */
import type { CSSProperties } from 'react'
import styles from './parts.module.css'

export function Skeleton({
  width,
  height,
}: {
  readonly width: CSSProperties['width']
  readonly height: number
}) {
  return <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden />
}
