/**
 * Lays pictures of different shapes into rows of one width, as a page of a photo book does.
 *
 * Owns the arithmetic only: rows fill the width exactly, gaps included, except the last, which keeps the wanted height.
 */
export interface JustifiedRow {
  /** Index of the row's first item. */
  readonly first: number
  readonly widths: readonly number[]
  readonly height: number
}

/** Panoramas and banners are cropped to these in the grid; the viewer shows them whole. */
const NARROWEST = 0.45
const WIDEST = 3.2

/**
 * `shapes` are width divided by height; sizes are in pixels. A row's height may grow to half more than wanted before
 * another item is taken in.
 */
export function justify(
  shapes: readonly number[],
  width: number,
  wantedHeight: number,
  gap: number,
): readonly JustifiedRow[] {
  if (width <= 0) return []
  const rows: JustifiedRow[] = []
  let first = 0
  let sum = 0
  for (const [index, shape] of shapes.entries()) {
    sum += clampShape(shape)
    const count = index - first + 1
    const height = (width - gap * (count - 1)) / sum
    if (height > wantedHeight) continue
    rows.push(createRow(shapes, first, count, Math.max(1, height)))
    first = index + 1
    sum = 0
  }
  if (first < shapes.length) rows.push(createRow(shapes, first, shapes.length - first, wantedHeight))
  return rows
}

function createRow(shapes: readonly number[], first: number, count: number, height: number): JustifiedRow {
  const widths = shapes.slice(first, first + count).map((shape) => clampShape(shape) * height)
  return { first, widths, height }
}

function clampShape(shape: number): number {
  return Number.isFinite(shape) ? Math.min(WIDEST, Math.max(NARROWEST, shape)) : 1
}

/** The item above or below `index`: the one whose middle is nearest in the next row. */
export function verticalNeighbour(rows: readonly JustifiedRow[], index: number, step: 1 | -1): number {
  const at = rowOf(rows, index)
  const row = rows[at]
  const target = rows[at + step]
  if (row === undefined || target === undefined) return index
  const middle = middles(row)[index - row.first] ?? 0
  const distances = middles(target).map((other) => Math.abs(other - middle))
  return target.first + distances.indexOf(Math.min(...distances))
}

/** The index of the row that holds item `index`. */
export function rowOf(rows: readonly JustifiedRow[], index: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rows[middle]?.first ?? Infinity) <= index) low = middle
    else high = middle - 1
  }
  return low
}

function middles(row: JustifiedRow): readonly number[] {
  let edge = 0
  return row.widths.map((width) => {
    edge += width
    return edge - width / 2
  })
}
