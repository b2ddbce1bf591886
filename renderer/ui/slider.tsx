/** Chooses a place on a line, under a name that only screen readers hear. */
import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './slider.module.css'

export interface SliderProps {
  readonly label: string
  /** Between 0 and `max`. */
  readonly value: number
  readonly max: number
  readonly step?: number
  /** The way up to the thumb is drawn too. */
  readonly isFilled?: boolean
  readonly className?: string | undefined
  onChange(value: number): void
}

export function Slider(props: SliderProps) {
  const { label, value, max, step = 1, isFilled = false, className, onChange } = props
  return (
    <AriaSlider<number>
      aria-label={label}
      minValue={0}
      maxValue={max}
      step={step}
      value={value}
      onChange={onChange}
      className={classNames(className)}
    >
      <SliderTrack className={classNames(styles.track, isFilled && styles.filled)}>
        {isFilled && <div className={styles.fill} style={{ inlineSize: `${(100 * value) / max}%` }} />}
        <SliderThumb className={classNames(styles.thumb)} />
      </SliderTrack>
    </AriaSlider>
  )
}
