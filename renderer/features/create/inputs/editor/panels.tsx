/** The panels of the editor: how the mask is drawn and what it is for; what of the image is sent, and what is made beside it. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { Button } from '#renderer/ui/button.tsx'
import { FieldGrid } from '#renderer/ui/field-grid.tsx'
import { FieldFrame, Switch, NumberField, Select } from '#renderer/ui/field.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { Slider } from '#renderer/ui/slider.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useView } from '#renderer/features/create/create-context.ts'
import type { Size } from '#renderer/ui/use-element-size.ts'
import { readRatio } from '#renderer/features/create/expected-results.ts'
import { type MaskPart, type Box, frameFor, frameOf, freshEdit, isWhole, marginsOf, SIDES } from './edit.ts'
import type { Tool } from './paint.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

interface MaskPanelProps {
  readonly tool: Tool
  onTool(tool: Tool): void
  /** A share of the image's longer side. */
  readonly brush: number
  onBrush(brush: number): void
  readonly feather: number
  readonly mostFeather: number
  onFeather(feather: number): void
  onPart(part: MaskPart): void
  readonly keepsOutside: boolean
  onKeepsOutside(keepsOutside: boolean): void
}

const TOOLS = ['brush', 'eraser', 'box'] as const satisfies readonly Tool[]
/** In hundredths of the longer side. */
const MAX_BRUSH = 40

export function MaskPanel(props: MaskPanelProps) {
  const { tool, onTool, brush, onBrush, feather, mostFeather, onFeather, onPart } = props
  const { text, number } = useFormatter()
  const model = useView(({ model: known, draft }) => known?.label ?? draft.model?.id ?? '')
  const mask = useView((view) => view.knowledge.inputs.mask)
  const chosen = TOOLS.find((one) => one === tool) ?? null
  return (
    <section className={parts.stack} aria-label={text('editor.mask')}>
      <h3 className={classNames(u.sizeControl, u.bold)}>{text('editor.mask')}</h3>
      <Segmented
        label={text('editor.tool')}
        value={chosen}
        onChange={onTool}
        options={TOOLS.map((value) => ({ value, label: text(`editor.tool.${value}`) }))}
      />
      <FieldFrame label={text('editor.brush', { size: number(Math.round(brush * 1000) / 10) })}>
        <Slider
          label={text('editor.brush.name')}
          value={brush * 100}
          max={MAX_BRUSH}
          step={0.5}
          isFilled
          onChange={(value) => onBrush(Math.max(0.5, value) / 100)}
        />
      </FieldFrame>
      <FieldFrame label={text('editor.feather', { size: number(feather) })}>
        <Slider
          label={text('editor.feather.name')}
          value={feather}
          max={mostFeather}
          isFilled
          onChange={onFeather}
        />
      </FieldFrame>
      <div className={parts.wrap}>
        <Button onPress={() => onPart({ kind: 'invert' })}>{text('editor.invert')}</Button>
        <Button onPress={() => onPart({ kind: 'clear' })}>{text('editor.clear')}</Button>
      </div>
      <Switch
        label={text('editor.keepsOutside')}
        isSelected={props.keepsOutside}
        onChange={props.onKeepsOutside}
        hint={
          mask === undefined
            ? text('editor.mask.notSent', { model })
            : text('editor.mask.sent', { option: mask.option })
        }
      />
    </section>
  )
}

interface FramePanelProps {
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
  const { text, number } = useFormatter()
  const known = useView(({ knowledge }) => knowledge.fields.find(({ kind }) => kind === 'ratio'))
  const listed = known?.kind === 'ratio' ? known.values.filter((value) => readRatio(value) !== null) : []
  const ratios = listed.length > 0 ? listed : USUAL_RATIOS
  const [ratio, setRatio] = useState(ratios[0] ?? '1:1')
  const margins = marginsOf(frame, image)
  const to = (how: 'crop' | 'extend') => (): void => onFrame(frameFor(image, readRatio(ratio) ?? 1, how))
  return (
    <section className={parts.stack} aria-label={text('editor.frame')}>
      <h3 className={classNames(u.sizeControl, u.bold)}>{text('editor.frame')}</h3>
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
          <div className={parts.wrap}>
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
          <FieldGrid>
            {SIDES.map((side) => (
              <NumberField
                key={side}
                label={text(`editor.side.${side}`)}
                value={margins[side]}
                step={1}
                onChange={(value) => onFrame(frameOf({ ...margins, [side]: value ?? 0 }, image))}
              />
            ))}
          </FieldGrid>
          <p className={parts.quiet}>{text('editor.frame.hint')}</p>
        </>
      )}
      <p className={parts.quiet}>
        {text('editor.size', { width: number(frame.width), height: number(frame.height) })}
      </p>
    </section>
  )
}
