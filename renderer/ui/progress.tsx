/** How far something is, as a thin line; it wanders where the end is not known. */
import { ProgressBar } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './progress.module.css'

export interface ProgressProps {
  readonly label: string
  readonly done: number
  /** null while it is not known. */
  readonly total: number | null
}

export function Progress({ label, done, total }: ProgressProps) {
  const isKnown = total !== null && total > 0
  return (
    <ProgressBar
      aria-label={label}
      isIndeterminate={!isKnown}
      value={done}
      maxValue={total ?? 1}
      className={classNames(styles.track)}
    >
      {({ percentage }) => (
        <div
          className={classNames(styles.fill, !isKnown && styles.unknown)}
          style={isKnown ? { inlineSize: `${percentage ?? 0}%` } : {}}
        />
      )}
    </ProgressBar>
  )
}
