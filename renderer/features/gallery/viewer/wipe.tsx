/** Two images or videos over each other, with a line between them that is moved: before it the first, behind it the second. */
import { useState, type CSSProperties } from 'react'
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components'
import { useModelLabel } from '#renderer/bridge/host.tsx'
import { GripVertical } from '#renderer/icons.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import parts from '#renderer/ui/parts.module.css'
import { useFormatter } from '#renderer/ui/text.ts'
import { useKeys } from '#renderer/ui/use-keys.ts'
import { originOf } from '../origin.ts'
import styles from './compare.module.css'
import { Stage, type StageProps } from './stage.tsx'
import { OVER_WINDOW } from './window.tsx'
import u from '#renderer/ui/utilities.module.css'

type WipedProps = Required<Pick<StageProps, 'asset' | 'shared'>>

export interface WipeProps {
  readonly pair: readonly [WipedProps, WipedProps]
}

/** How far an arrow key moves the line, in percent. */
const STEP = 2

export function Wipe({ pair: [first, second] }: WipeProps) {
  const { text } = useFormatter()
  const [percent, setPercent] = useState(50)
  /** The arrow keys are the loupe's while there is one. */
  const move = (by: number) => (): boolean => {
    if (first.shared.loupe !== null) return false
    const isMirrored = document.documentElement.dir === 'rtl'
    setPercent((before) => Math.min(100, Math.max(0, before + (isMirrored ? -by : by))))
    return true
  }
  useKeys({ arrowleft: move(-STEP), arrowright: move(STEP) }, OVER_WINDOW)
  return (
    <div
      className={classNames(u.relative, u.shortens, u.clip)}
      style={{ '--wipe': `${percent}%` } as CSSProperties}
    >
      <div className={classNames(styles.layer, isGone(first) && styles.gone)}>
        <Stage {...first} />
        <Label place={1} {...first} className={styles.start} />
      </div>
      <div className={classNames(styles.layer, styles.over, isGone(second) && styles.gone)}>
        <Stage {...second} />
        <Label place={2} {...second} className={styles.end} />
      </div>
      <div className={classNames(styles.layer, styles.rail)}>
        <Slider<number>
          aria-label={text('gallery.compare.wipe.line')}
          minValue={0}
          maxValue={100}
          value={percent}
          onChange={setPercent}
          className={classNames(styles.track)}
        >
          <SliderTrack className={classNames(styles.track)}>
            <SliderThumb className={classNames(styles.divider)}>
              <span className={styles.grip}>
                <GripVertical size={16} strokeWidth={1.75} aria-hidden />
              </span>
            </SliderThumb>
          </SliderTrack>
        </Slider>
      </div>
    </div>
  )
}

function isGone({ asset: { trashedAt } }: WipedProps): boolean {
  return trashedAt !== undefined
}

interface LabelProps extends Pick<WipedProps, 'asset'> {
  readonly place: number
  readonly className: string | undefined
}

/** Which one it is, and what made it. */
function Label({ place, asset, className }: LabelProps) {
  const { number } = useFormatter()
  const labelOf = useModelLabel()
  const { model } = originOf(asset)
  return (
    <p className={classNames(parts.line, styles.label, className)}>
      <strong>{number(place)}</strong> {model === undefined ? asset.title : labelOf(model, asset.provider)}
    </p>
  )
}
