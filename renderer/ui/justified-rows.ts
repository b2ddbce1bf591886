/**
 * Lays out thumbnails of different shapes in rows of one width (a justified grid), for any number of them.
 *
 * Owns the arithmetic only. Rows fill the width exactly, gaps included, except the last, which keeps the wanted height.
 * The result is two typed arrays, so that 250,000 items take one pass of a few milliseconds and a megabyte or two.
 */
export interface Rows {
  readonly count: number
  /** Index of each row's first item, and behind the last row the number of items. */
  readonly firsts: Uint32Array
  /** Upper edge of each row in whole pixels, and behind the last row the height of everything plus one gap. */
  readonly tops: Float64Array
  readonly gap: number
  readonly width: number
}

/** A cell of a row: its left edge and width in whole pixels. */
export interface Cell {
  readonly index: number
  readonly x: number
  readonly width: number
}

/** Panoramas and banners are cropped to these in the grid; the viewer shows them whole. */
const NARROWEST = 0.45
const WIDEST = 3.2

const NO_ROWS: Rows = {
  count: 0,
  firsts: new Uint32Array(1),
  tops: new Float64Array(1),
  gap: 0,
  width: 0,
}

/**
 * `shapes` are width divided by height in thousandths, 0 where that is not known; sizes are in pixels. Items are taken into
 * a row until it is no higher than `wantedHeight`.
 */
export function layRows(shapes: Uint16Array, width: number, wantedHeight: number, gap: number): Rows {
  if (width <= 0 || shapes.length === 0) return NO_ROWS
  const firsts = new Uint32Array(shapes.length + 1)
  const tops = new Float64Array(shapes.length + 1)
  let count = 0
  let top = 0
  let first = 0
  let sum = 0
  for (let index = 0; index < shapes.length; index++) {
    sum += clampShape(shapes[index])
    const height = (width - gap * (index - first)) / sum
    if (height > wantedHeight) continue
    firsts[count] = first
    tops[count] = top
    count += 1
    top += Math.max(1, Math.round(height)) + gap
    first = index + 1
    sum = 0
  }
  if (first < shapes.length) {
    firsts[count] = first
    tops[count] = top
    count += 1
    top += Math.round(wantedHeight) + gap
  }
  firsts[count] = shapes.length
  tops[count] = top
  return { count, firsts: firsts.slice(0, count + 1), tops: tops.slice(0, count + 1), gap, width }
}

/** The height of everything, without a gap behind the last row. */
export function heightOf(rows: Rows): number {
  return rows.count === 0 ? 0 : topOf(rows, rows.count) - rows.gap
}

export function topOf(rows: Rows, row: number): number {
  return rows.tops[row] ?? 0
}

export function firstOf(rows: Rows, row: number): number {
  return rows.firsts[row] ?? 0
}

export function rowHeight(rows: Rows, row: number): number {
  return topOf(rows, row + 1) - topOf(rows, row) - rows.gap
}

/** The cells of a row, from its start edge on. */
export function cellsOf(rows: Rows, shapes: Uint16Array, row: number): readonly Cell[] {
  const [first, end] = [firstOf(rows, row), firstOf(rows, row + 1)]
  const height = rowHeight(rows, row)
  let sum = 0
  for (let index = first; index < end; index++) sum += clampShape(shapes[index])
  const room = rows.width - rows.gap * (end - first - 1)
  // The last row is not stretched, and a row was rounded to whole pixels: its cells share the width, not the height.
  const scale = row === rows.count - 1 ? Math.min(height, room / sum) : room / sum
  const cells: Cell[] = []
  let edge = 0
  for (let index = first; index < end; index++) {
    const x = Math.round(edge) + rows.gap * (index - first)
    edge += clampShape(shapes[index]) * scale
    cells.push({ index, x, width: Math.round(edge) + rows.gap * (index - first) - x })
  }
  return cells
}

/** The row at `y`, a gap counting to the row above it; the first or last where `y` lies outside. */
export function rowAt(rows: Rows, y: number): number {
  return lastNotAbove(rows.tops, rows.count, y)
}

/** The row that holds item `index`. */
export function rowOf(rows: Rows, index: number): number {
  return lastNotAbove(rows.firsts, rows.count, index)
}

/** The item above or below `index`: the one whose middle is nearest in the next row. */
export function verticalNeighbour(rows: Rows, shapes: Uint16Array, index: number, step: 1 | -1): number {
  const row = rowOf(rows, index)
  if (row + step < 0 || row + step >= rows.count) return index
  const own = cellsOf(rows, shapes, row)[index - firstOf(rows, row)]
  if (own === undefined) return index
  const middle = own.x + own.width / 2
  const distance = (cell: Cell): number => Math.abs(cell.x + cell.width / 2 - middle)
  return cellsOf(rows, shapes, row + step).reduce((best, cell) =>
    distance(cell) < distance(best) ? cell : best,
  ).index
}

/** The items that a rectangle touches, as one range for each row. */
export function itemsIn(
  rows: Rows,
  shapes: Uint16Array,
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): readonly { readonly from: number; readonly to: number }[] {
  if (rows.count === 0) return []
  const found: { from: number; to: number }[] = []
  for (let row = rowAt(rows, box.top); row < rows.count && topOf(rows, row) < box.bottom; row++) {
    if (topOf(rows, row) + rowHeight(rows, row) <= box.top) continue
    const touched = cellsOf(rows, shapes, row).filter(({ x, width }) => x < box.right && x + width > box.left)
    const [from, to] = [touched[0], touched.at(-1)]
    if (from !== undefined && to !== undefined) found.push({ from: from.index, to: to.index + 1 })
  }
  return found
}

function lastNotAbove(edges: Uint32Array | Float64Array, count: number, value: number): number {
  let low = 0
  let high = Math.max(0, count - 1)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? Infinity) <= value) low = middle
    else high = middle - 1
  }
  return low
}

function clampShape(shape: number | undefined): number {
  return shape === undefined || shape === 0 ? 1 : Math.min(WIDEST, Math.max(NARROWEST, shape / 1_000))
}
