/** Aspect ratios as little shapes to click, and any other to type where the model takes any. */
import { useState } from 'react'
import { Input, TextField } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useWords } from '../../../ui/text.ts'
import { readRatio } from '../expected-results.ts'
import styles from './options.module.css'

const LONG_SIDE = 14

export interface RatioPickerProps {
  readonly label: string
  readonly values: readonly string[]
  readonly value: string | null
  /** undefined takes the choice back. */
  onChange(value: string | undefined): void
  /** Other ratios may be typed. */
  readonly isOpen: boolean
  readonly isDisabled: boolean
}

export function RatioPicker({ label, values, value, onChange, isOpen, isDisabled }: RatioPickerProps) {
  const isOther = value !== null && !values.includes(value)
  const shown = isOther && !isOpen ? [...values, value] : values
  return (
    <div className={styles.picker}>
      <Segmented
        label={label}
        layout="wrap"
        value={isOther && isOpen ? null : value}
        onChange={onChange}
        onClear={() => onChange(undefined)}
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
      {isOpen && <OtherRatio value={isOther ? value : ''} onChange={onChange} isDisabled={isDisabled} />}
    </div>
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

type OtherRatioProps = Pick<RatioPickerProps, 'onChange' | 'isDisabled'> & { readonly value: string }

/** What is typed counts once it is a ratio; what is still none on leaving is kept, and named as wrong by the form. */
function OtherRatio({ value, onChange, isDisabled }: OtherRatioProps) {
  const { text } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  function leave(): void {
    const words = typed?.trim() ?? value
    if (words === '' && value !== '') onChange(undefined)
    else if (words !== '' && readRatio(words) === null) onChange(words)
    setTyped(null)
  }
  return (
    <TextField
      aria-label={text('option.ratio.other')}
      value={typed ?? value}
      onChange={(words) => {
        setTyped(words)
        if (readRatio(words) !== null) onChange(words.trim())
      }}
      onBlur={leave}
      isDisabled={isDisabled}
    >
      <Input
        className={classNames(styles.other, value !== '' && styles.chosen)}
        placeholder={text('option.ratio.other.placeholder')}
      />
    </TextField>
  )
}
