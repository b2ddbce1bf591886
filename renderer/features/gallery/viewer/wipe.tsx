/** Two images or videos over each other, with a line between them that is moved: left of it the first, right of it the second. */
import { useRef, useState, type CSSProperties, type PointerEvent } from 'react'
import { Slider } from '../../../ui/slider.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './compare.module.css'
import { Stage, type StageProps } from './stage.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

type WipedProps = Required<Pick<StageProps, 'asset' | 'shared'>>

export interface WipeProps {
  /** The first and the second. */
  readonly pair: readonly [WipedProps, WipedProps]
}

export function Wipe({ pair: [first, second] }: WipeProps) {
  const { text, number } = useWords()
  const frame = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState(50)
  function drag(event: PointerEvent): void {
    const box = frame.current?.getBoundingClientRect()
    if (box === undefined || event.buttons !== 1) return
    const share = (event.clientX - box.left) / box.width
    const isMirrored = document.documentElement.dir === 'rtl'
    setPercent(Math.round(100 * Math.min(1, Math.max(0, isMirrored ? 1 - share : share))))
  }
  return (
    <div className={classNames(u.grid, u.shortens, styles.wipe)}>
      <div
        ref={frame}
        className={classNames(u.relative, u.shortens, u.clip)}
        style={{ '--wipe': `${percent}%` } as CSSProperties}
      >
        <div className={styles.layer}>
          <Stage {...first} />
        </div>
        <div className={`${styles.layer} ${styles.over}`}>
          <Stage {...second} />
        </div>
        <span className={`${styles.place} ${styles.start}`}>{number(1)}</span>
        <span className={`${styles.place} ${styles.end}`}>{number(2)}</span>
        <div
          className={styles.divider}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
      </div>
      <Slider
        label={text('gallery.compare.wipe.line')}
        max={100}
        value={percent}
        onChange={setPercent}
        className={styles.line}
      />
    </div>
  )
}
