/** Where everything goes in the picture of a matrix, in pixels; drawing it is the canvas's business. */
import type { Size } from './feed-rows.ts'

/** Chromium refuses canvases beyond 65,535 px a side or 268 million in all; much less is what picture programs open gladly. */
export const LARGEST_SIDE = 16_000
export const MOST_PIXELS = 64_000_000
/** The long side of a cell, where there is room, and the least at which a picture says anything. */
const CELL_SIDE = 512
const SMALLEST_CELL_SIDE = 96
const GAP = 8
const FONT_SHARE = 0.045

export interface PictureLayout extends Size {
  readonly cell: Size
  readonly fontSize: number
  /** The cells were made smaller than they are by default, so that all fit. */
  readonly isReduced: boolean
  readonly labelWidth: number
  /** The top of each page: first its name where there are pages, then the columns' names, then its cells. */
  pageTop(page: number): number
  readonly titleHeight: number
  readonly headerHeight: number
  cellAt(column: number, row: number, page: number): { readonly x: number; readonly y: number }
}

export interface PictureNeeds {
  readonly columns: number
  readonly rows: number
  readonly pages: number
  /** Width of a cell divided by its height. */
  readonly shape: number
  readonly hasRowLabels: boolean
  readonly hasPageTitles: boolean
}

/** null where the cells would have to be too small to see anything. */
export function layoutPicture(needs: PictureNeeds): PictureLayout | null {
  for (let side = CELL_SIDE; side >= SMALLEST_CELL_SIDE; side -= 16) {
    const layout = layoutAt(needs, side)
    const { width, height } = layout
    if (width <= LARGEST_SIDE && height <= LARGEST_SIDE && width * height <= MOST_PIXELS) return layout
  }
  return null
}

function layoutAt(needs: PictureNeeds, side: number): PictureLayout {
  const { columns, rows, pages, shape, hasRowLabels, hasPageTitles } = needs
  const cell = {
    width: Math.round(shape >= 1 ? side : side * shape),
    height: Math.round(shape >= 1 ? side / shape : side),
  }
  const fontSize = Math.max(11, Math.round(side * FONT_SHARE))
  const labelWidth = hasRowLabels ? fontSize * 9 : 0
  const titleHeight = hasPageTitles ? Math.round(fontSize * 2.4) : 0
  const headerHeight = Math.round(fontSize * 2.2)
  const pageHeight = titleHeight + headerHeight + rows * (cell.height + GAP) + GAP
  return {
    cell,
    fontSize,
    labelWidth,
    titleHeight,
    headerHeight,
    isReduced: side < CELL_SIDE,
    width: GAP + labelWidth + columns * (cell.width + GAP),
    height: pages * pageHeight,
    pageTop: (page) => page * pageHeight,
    cellAt: (column, row, page) => ({
      x: GAP + labelWidth + column * (cell.width + GAP),
      y: page * pageHeight + titleHeight + headerHeight + row * (cell.height + GAP),
    }),
  }
}
