/** Beside the scrollbar while the grid is scrolled: the date of what is in sight, and where months begin. */
import { memo, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { FormattedDate, useIntl } from 'react-intl'
import { rowAt, firstOf, type Rows, heightOf, rowOf, topOf } from '#renderer/ui/justified-rows.ts'
import styles from './gallery-grid.module.css'
import { timeAt, type Order } from '../order.ts'
import type { GridScroller } from './grid-scroller.ts'

/** Where years and months begin in a list that is sorted by time. */
interface DateMark {
  /** Any moment of the month. */
  readonly time: number
  /** How far down the grid is scrolled when its first item stands at the top, 0 to 1. */
  readonly at: number
}

/**
 * The first item of every month that can be scrolled to the top of a window of `view` pixels, at most one for each
 * `1 / most` of the way. A search over the times, so that it costs a few steps for each month and none for each item.
 */
export function monthMarks(order: Order, rows: Rows, view: number, most: number): readonly DateMark[] {
  const way = Math.max(1, heightOf(rows) - view)
  const marks: DateMark[] = []
  let index = 0
  while (index < order.count && marks.length < 2_000) {
    const time = timeAt(order, index)
    const at = topOf(rows, rowOf(rows, index)) / way
    if (at > 1) break
    const last = marks.at(-1)
    if (last === undefined || at - last.at >= 1 / most) marks.push({ time, at })
    index = nextMonth(order, index)
  }
  return marks
}

/** The first item behind `index` that was made in another month. Times only fall, or only rise. */
function nextMonth(order: Order, index: number): number {
  const month = monthOf(timeAt(order, index))
  let step = 1
  while (index + step < order.count && monthOf(timeAt(order, index + step)) === month) step *= 2
  let low = index + step / 2
  let high = Math.min(order.count, index + step)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (monthOf(timeAt(order, middle)) === month) low = middle + 1
    else high = middle
  }
  return Math.max(index + 1, low)
}

function monthOf(time: number): number {
  const date = new Date(time)
  return date.getFullYear() * 12 + date.getMonth()
}

export interface DateScaleHandle {
  show(grid: GridScroller): void
  hide(): void
}

/** Labels stand no closer than this. */
const LABEL_PX = 72
const INSET_PX = 14

interface DateScaleProps {
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
      const date = dates.format(timeAt(order, first))
      if (bubble.current.textContent !== date) bubble.current.textContent = date
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
