/** Where years and months begin in a list that is sorted by time. */
import { timeAt, type Order } from '../order.ts'
import { heightOf, rowOf, topOf, type Rows } from '#renderer/ui/justified-rows.ts'

export interface DateMark {
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
