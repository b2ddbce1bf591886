/** What of the image is sent, and what is to be made beside it. */
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { NumberField, Select } from '../../../../ui/field.tsx'
import parts from '../../../../ui/parts.module.css'
import { useWords } from '../../../../ui/text.ts'
import type { Size } from '../../../../ui/use-element-size.ts'
import { useView } from '../../create-context.ts'
import { readRatio } from '../../expected-results.ts'
import { type Box, frameFor, frameOf, freshEdit, isWhole, marginsOf, SIDES } from './edit.ts'
import styles from './editor.module.css'

export interface FramePanelProps {
  readonly image: Size
  readonly frame: Box
  readonly isOpen: boolean
  onOpen(): void
  onFrame(frame: Box): void
  /** Absent where the image is the original. */
  readonly onRestore: (() => void) | undefined
}

const USUAL_RATIOS = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16']

export function FramePanel({ image, frame, isOpen, onOpen, onFrame, onRestore }: FramePanelProps) {
  const { text, number } = useWords()
  const known = useView(({ knowledge }) => knowledge.fields.find(({ kind }) => kind === 'ratio'))
  const listed = known?.kind === 'ratio' ? known.values.filter((value) => readRatio(value) !== null) : []
  const ratios = listed.length > 0 ? listed : USUAL_RATIOS
  const [ratio, setRatio] = useState(ratios[0] ?? '1:1')
  const margins = marginsOf(frame, image)
  const to = (how: 'crop' | 'extend') => (): void => onFrame(frameFor(image, readRatio(ratio) ?? 1, how))
  return (
    <section className={parts.stack} aria-label={text('editor.frame')}>
      <h3 className={styles.heading}>{text('editor.frame')}</h3>
      {onRestore !== undefined && <Button onPress={onRestore}>{text('editor.restore')}</Button>}
      {!isOpen && <Button onPress={onOpen}>{text('editor.frame.open')}</Button>}
      {isOpen && (
        <>
          <Select
            label={text('editor.ratio')}
            value={ratio}
            onChange={setRatio}
            options={ratios.map((value) => ({ value, label: value }))}
          />
          <div className={styles.row}>
            <Button onPress={to('crop')}>{text('editor.crop')}</Button>
            <Button onPress={to('extend')}>{text('editor.extend')}</Button>
            <Button
              kind="quiet"
              isDisabled={isWhole(frame, image)}
              onPress={() => onFrame(freshEdit(image).frame)}
            >
              {text('editor.whole')}
            </Button>
          </div>
          <div className={styles.sides}>
            {SIDES.map((side) => (
              <NumberField
                key={side}
                label={text(`editor.side.${side}`)}
                value={margins[side]}
                step={1}
                onChange={(value) => onFrame(frameOf({ ...margins, [side]: value ?? 0 }, image))}
              />
            ))}
          </div>
          <p className={parts.quiet}>{text('editor.frame.hint')}</p>
        </>
      )}
      <p className={parts.quiet}>
        {text('editor.size', { width: number(frame.width), height: number(frame.height) })}
      </p>
    </section>
  )
}
