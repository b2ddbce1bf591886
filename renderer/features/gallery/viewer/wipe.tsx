/** Two images over each other, with a line between them that is moved: left of it the first, right of it the second. */
import { useRef, useState, type CSSProperties, type PointerEvent } from 'react'
import type { Asset } from '#contract/library.ts'
import { Slider } from '../../../ui/slider.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './compare.module.css'
import { ZoomableImage, type SharedView } from './zoomable-image.tsx'

export interface WipeProps {
  readonly first: Asset
  readonly second: Asset
  readonly shared: SharedView
}

export function Wipe({ first, second, shared }: WipeProps) {
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
  const nameOf = ({ title, prompt }: Asset): string => title || prompt || text('gallery.untitled')
  return (
    <div className={styles.wipe}>
      <div ref={frame} className={styles.layers} style={{ '--wipe': `${percent}%` } as CSSProperties}>
        <div className={styles.layer}>
          <ZoomableImage asset={first} name={nameOf(first)} shared={shared} />
        </div>
        <div className={`${styles.layer} ${styles.over}`}>
          <ZoomableImage asset={second} name={nameOf(second)} shared={shared} />
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
