/** The control of an aspect ratio. */
import { useState } from 'react'
import { Input, TextField as PlainField } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FieldFrame } from '../../../ui/field.tsx'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { readRatio } from '../expected-results.ts'
import { maskedInput } from '../inputs/plan-inputs.ts'
import styles from './options.module.css'
import { sameRatio } from './same-ratio.ts'
import { type ControlProps, textOf, useOption } from './option-places.tsx'
import u from '#renderer/ui/utilities.module.css'

const SHAPE_SIDE = 14

/** Aspect ratios as little shapes to click, and any other to type where the model takes any. */
export function RatioControl({ field, path, label }: ControlProps<'ratio'>) {
  const { value, isDisabled, error, change } = useOption(path)
  const { text } = useFormatter()
  const image = useView((view) => maskedInput(view.draft.inputs)?.media)
  const same = image == null ? undefined : sameRatio(field, image)
  const { values, isOpen } = field
  const current = textOf(value ?? field.initial)
  const other = current !== null && !values.includes(current) ? current : null
  return (
    <FieldFrame label={label} error={error ?? null}>
      <div className={classNames(u.flex, u.wrap, u.gap4, styles.picker)}>
        <Segmented
          label={label}
          layout="wrap"
          value={other !== null && isOpen ? null : current}
          onChange={change}
          onClear={() => change(undefined)}
          isDisabled={isDisabled}
          options={(other !== null && !isOpen ? [...values, other] : values).map((ratio) => ({
            value: ratio,
            name: ratio,
            label: (
              <span className={parts.row}>
                <Shape ratio={readRatio(ratio)} />
                {ratio}
              </span>
            ),
          }))}
        />
        {same !== undefined && (
          <Button kind="quiet" isDisabled={isDisabled} onPress={() => change(same)}>
            {text('option.ratio.same')}
          </Button>
        )}
        {isOpen && <OtherRatio value={other ?? ''} onChange={change} isDisabled={isDisabled} />}
      </div>
    </FieldFrame>
  )
}

export function Shape({ ratio }: { readonly ratio: number | null }) {
  if (ratio === null) return null
  const inlineSize = ratio >= 1 ? SHAPE_SIDE : Math.max(4, SHAPE_SIDE * ratio)
  const blockSize = ratio >= 1 ? Math.max(4, SHAPE_SIDE / ratio) : SHAPE_SIDE
  return (
    <span className={classNames(u.centered, styles.frame)} aria-hidden>
      <span className={styles.shape} style={{ inlineSize, blockSize }} />
    </span>
  )
}

interface OtherRatioProps {
  readonly value: string
  readonly isDisabled: boolean
  onChange(value: string | undefined): void
}

/** What is typed counts once it is a ratio; what is still none on leaving is kept, and named as wrong by the form. */
function OtherRatio({ value, onChange, isDisabled }: OtherRatioProps) {
  const { text } = useFormatter()
  const [typed, setTyped] = useState<string | null>(null)
  function leave(): void {
    const entered = typed?.trim() ?? value
    if (entered === '' && value !== '') onChange(undefined)
    else if (entered !== '' && readRatio(entered) === null) onChange(entered)
    setTyped(null)
  }
  return (
    <PlainField
      aria-label={text('option.ratio.other')}
      value={typed ?? value}
      onChange={(entered) => {
        setTyped(entered)
        if (readRatio(entered) !== null) onChange(entered.trim())
      }}
      onBlur={leave}
      isDisabled={isDisabled}
    >
      <Input
        className={classNames(INPUT_FRAME, u.surface, u.digits, styles.other, value !== '' && styles.chosen)}
        placeholder={text('option.ratio.other.placeholder')}
      />
    </PlainField>
  )
}
