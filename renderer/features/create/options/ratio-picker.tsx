/** Aspect ratios as little shapes to click. */
import { Segmented } from '../../../ui/segmented.tsx'
import { readRatio } from '../shape.ts'
import styles from './ratio-picker.module.css'

const LONG_SIDE = 14

export interface RatioPickerProps {
  readonly label: string
  readonly values: readonly string[]
  readonly value: string | null
  onChange(value: string): void
  readonly isDisabled: boolean
}

export function RatioPicker({ label, values, value, onChange, isDisabled }: RatioPickerProps) {
  const shown = value === null || values.includes(value) ? values : [...values, value]
  return (
    <Segmented
      label={label}
      layout="wrap"
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      options={shown.map((ratio) => ({
        value: ratio,
        name: ratio,
        label: (
          <span className={styles.ratio}>
            <Shape ratio={readRatio(ratio)} />
            {ratio}
          </span>
        ),
      }))}
    />
  )
}

function Shape({ ratio }: { readonly ratio: number | null }) {
  if (ratio === null) return null
  const inlineSize = ratio >= 1 ? LONG_SIDE : Math.max(4, LONG_SIDE * ratio)
  const blockSize = ratio >= 1 ? Math.max(4, LONG_SIDE / ratio) : LONG_SIDE
  return (
    <span className={styles.frame} aria-hidden>
      <span className={styles.shape} style={{ inlineSize, blockSize }} />
    </span>
  )
}
