/** Where the cursor goes with each key of the grid. */
import { rowOf, topOf, verticalNeighbour, type Rows } from '#renderer/ui/justified-rows.ts'

export interface Ground {
  readonly rows: Rows
  readonly aspects: Uint16Array
  /** Height of the window in pixels. */
  readonly view: number
  readonly isMirrored: boolean
}

/** The item that `key` leads to from item `from`; null where the key means nothing here. */
export function moved(key: string, from: number, { rows, aspects, view, isMirrored }: Ground): number | null {
  const last = aspects.length - 1
  if (last < 0) return null
  const to = (index: number): number => Math.max(0, Math.min(last, index))
  switch (key) {
    case 'ArrowRight':
      return to(from + (isMirrored ? -1 : 1))
    case 'ArrowLeft':
      return to(from + (isMirrored ? 1 : -1))
    case 'ArrowDown':
      return verticalNeighbour(rows, aspects, from, 1)
    case 'ArrowUp':
      return verticalNeighbour(rows, aspects, from, -1)
    case 'PageDown':
      return byPixels(rows, aspects, from, view)
    case 'PageUp':
      return byPixels(rows, aspects, from, -view)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** As many rows up or down as fit into `pixels`, at least one. */
function byPixels(rows: Rows, aspects: Uint16Array, from: number, pixels: number): number {
  const step = pixels > 0 ? 1 : -1
  const target = topOf(rows, rowOf(rows, from)) + pixels
  let index = from
  for (;;) {
    const next = verticalNeighbour(rows, aspects, index, step)
    if (next === index) return index
    const top = topOf(rows, rowOf(rows, next))
    const isTooFar = step > 0 ? top > target : top < target
    if (isTooFar && index !== from) return index
    index = next
    if (isTooFar) return index
  }
}
