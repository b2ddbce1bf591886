/** Thumbnails of the assets around the open one; a press opens one. */
import { useRef } from 'react'
import { Thumb } from '../../../bridge/thumb.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useElementSize } from '../../../ui/use-element-size.ts'
import { idAt, kindAt } from '../order.ts'
import { useListing } from '../gallery.ts'
import styles from './viewer.module.css'

const STEP_PX = 62

export interface FilmstripProps {
  /** Place of the open item in the order. */
  readonly at: number
  onStep(assetId: string): void
}

export function Filmstrip({ at, onStep }: FilmstripProps) {
  const { text } = useFormatter()
  const strip = useRef<HTMLElement>(null)
  const width = useElementSize(strip)?.width ?? 0
  const order = useListing((state) => state.order)
  const around = Math.max(0, Math.floor((width / STEP_PX - 1) / 2))
  const from = Math.max(0, Math.min(at - around, order.count - 1 - 2 * around))
  const to = Math.min(order.count, from + 2 * around + 1)
  const places = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step)
  return (
    <nav ref={strip} className={styles.strip} aria-label={text('viewer.filmstrip')}>
      {places.map((place) => {
        const id = idAt(order, place)
        return (
          <button
            key={id}
            type="button"
            tabIndex={-1}
            className={classNames(styles.stripItem, place === at && styles.current)}
            aria-label={text('viewer.goTo', { place: place + 1, total: order.count })}
            {...(place === at ? { 'aria-current': 'true' as const } : {})}
            onClick={() => onStep(id)}
          >
            <Thumb id={id} name="" kind={kindAt(order, place)} className={styles.stripImage} />
          </button>
        )
      })}
    </nav>
  )
}
