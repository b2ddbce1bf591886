/** Beside the scrollbar while the grid is scrolled: the date of what is in sight, and where months begin. */
import { memo, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { FormattedDate, useIntl } from 'react-intl'
import { rowAt, firstOf, type Rows } from '#renderer/ui/justified-rows.ts'
import { timeAt, type Order } from '../order.ts'
import { monthMarks } from './date-marks.ts'
import styles from './gallery-grid.module.css'
import type { GridScroller } from './grid-scroller.ts'

export interface DateScaleHandle {
  show(grid: GridScroller): void
  hide(): void
}

/** Labels stand no closer than this. */
const LABEL_PX = 72
const INSET_PX = 14

export interface DateScaleProps {
  readonly handle: Ref<DateScaleHandle>
  readonly order: Order
  readonly rows: Rows
  readonly view: number
}

/** Kept while the grid takes in other rows at every frame of a scroll. */
export const DateScale = memo(function DateScale({ handle, order, rows, view }: DateScaleProps) {
  const { locale } = useIntl()
  const dates = useMemo(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }), [locale])
  const place = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  const room = Math.max(0, view - 2 * INSET_PX)
  const marks = useMemo(
    () => monthMarks(order, rows, view, Math.max(1, room / LABEL_PX)),
    [order, rows, view, room],
  )
  // Written straight into the page: it follows every frame of a scroll, and nothing else depends on it.
  useImperativeHandle(handle, () => ({
    show(grid) {
      if (place.current === null || bubble.current === null) return
      const first = firstOf(rows, rowAt(rows, grid.window.position() + 40))
      const words = dates.format(timeAt(order, first))
      if (bubble.current.textContent !== words) bubble.current.textContent = words
      bubble.current.style.transform = `translateY(${INSET_PX + grid.window.progress() * room}px) translateY(-50%)`
      place.current.dataset['shown'] = ''
    },
    hide() {
      if (place.current !== null) delete place.current.dataset['shown']
    },
  }))
  return (
    <div ref={place} className={styles.scale} aria-hidden>
      {marks.map(({ time, at }) => (
        <span key={time} className={styles.mark} style={{ insetBlockStart: INSET_PX + at * room }}>
          <FormattedDate value={time} month="short" year="numeric" />
        </span>
      ))}
      <div ref={bubble} className={styles.bubble} />
    </div>
  )
})
