/** How the mask is drawn, and what it is for. */
import { Button } from '../../../../ui/button.tsx'
import { FieldFrame, Switch } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Slider } from '../../../../ui/slider.tsx'
import parts from '../../../../ui/parts.module.css'
import { useWords } from '../../../../ui/text.ts'
import { useView } from '../../create-context.ts'
import type { MaskPart } from './edit.ts'
import styles from './editor.module.css'
import type { Tool } from './paint.ts'

export interface MaskPanelProps {
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
const MOST_BRUSH = 40

export function MaskPanel(props: MaskPanelProps) {
  const { tool, onTool, brush, onBrush, feather, mostFeather, onFeather, onPart } = props
  const { text, number } = useWords()
  const model = useView(({ draft }) => draft.model?.id ?? '')
  const mask = useView((view) => view.knowledge.inputs.mask)
  const chosen = TOOLS.find((one) => one === tool) ?? null
  return (
    <section className={parts.stack} aria-label={text('editor.mask')}>
      <h3 className={styles.heading}>{text('editor.mask')}</h3>
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
          max={MOST_BRUSH}
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
      <div className={styles.row}>
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
