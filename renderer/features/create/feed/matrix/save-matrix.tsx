/** Saves a matrix as one image, drawn in the page. */
import { expectedShape } from '../../expected-results.ts'
import { fileName } from '../../../../ui/text.ts'
import { ImageDown } from '#renderer/icons.tsx'
import { useState } from 'react'
import { useSaveFile } from '../../../../bridge/use-save-file.ts'
import { Problem } from '../../../../ui/problem.tsx'
import parts from '../../../../ui/parts.module.css'
import { Button } from '../../../../ui/button.tsx'
import { useFormatter } from '../../../../ui/text.ts'
import { axisName } from '../../problem-text.ts'
import type { Batch, Matrix } from '../batches.ts'
import type { Size } from '../../../../ui/use-element-size.ts'
import { mediaUrl, thumbUrl } from '../../../../bridge/media.ts'
import type { Task } from '#contract/tasks.ts'

export function SaveImage({ batch, matrix }: { readonly batch: Batch; readonly matrix: Matrix }) {
  const { text } = useFormatter()
  const file = useSaveFile()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<string | null>(null)

  async function save(): Promise<void> {
    const layout = layoutImage({
      columns: matrix.columns.values.length,
      rows: matrix.rows.values.length,
      pages: matrix.pages?.values.length ?? 1,
      shape: expectedShape(batch.first.request),
      hasRowLabels: matrix.rows.name !== '',
      hasPageTitles: matrix.pages !== null,
    })
    if (layout === null) return setNote(text('feed.image.tooLarge'))
    setBusy(true)
    setNote(null)
    const image = await drawMatrix(matrix, layout, (name) => axisName(name, text))
    setBusy(false)
    if (image === null) return setNote(text('feed.image.failed'))
    await file.save(
      fileName(batch.first.batchName ?? batch.first.request.prompt ?? '', 'matrix', '.png'),
      image,
    )
    setNote(layout.isReduced ? text('feed.image.reduced', { ...layout.cell }) : null)
  }

  return (
    <div className={parts.row}>
      <Button icon={ImageDown} isPending={isBusy} onPress={() => void save()}>
        {text('feed.image.save')}
      </Button>
      {note !== null && <output className={parts.quiet}>{note}</output>}
      <Problem message={file.problem} />
    </div>
  )
}

/** Chromium refuses canvases beyond 65,535 px a side or 268 million in all; much less is what image programs open gladly. */
export const MAX_SIDE = 16_000
export const MAX_PIXELS = 64_000_000
/** The long side of a cell, where there is room, and the least at which an image says anything. */
const CELL_SIDE = 512
const MIN_CELL_SIDE = 96
const GAP = 8
const FONT_SHARE = 0.045

export interface ImageLayout extends Size {
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

export interface ImageNeeds {
  readonly columns: number
  readonly rows: number
  readonly pages: number
  /** Width of a cell divided by its height. */
  readonly shape: number
  readonly hasRowLabels: boolean
  readonly hasPageTitles: boolean
}

/** null where the cells would have to be too small to see anything. */
export function layoutImage(needs: ImageNeeds): ImageLayout | null {
  for (let side = CELL_SIDE; side >= MIN_CELL_SIDE; side -= 16) {
    const layout = layoutAt(needs, side)
    const { width, height } = layout
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return layout
  }
  return null
}

function layoutAt(needs: ImageNeeds, side: number): ImageLayout {
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

/** A thumbnail is enough for cells up to this side, in pixels. */
const THUMB_SIDE = 256

/** A PNG in the colours of the page; null where the browser cannot make it. Results that cannot be loaded stay empty. */
async function drawMatrix(
  matrix: Matrix,
  layout: ImageLayout,
  nameOf: (axis: string) => string,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = layout.width
  canvas.height = layout.height
  const context = canvas.getContext('2d')
  if (context === null) return null
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, layout.width, layout.height)
  context.fillStyle = color
  context.font = `500 ${layout.fontSize}px ${fontFamily}`
  context.textBaseline = 'middle'
  const pages = matrix.pages?.values.length ?? 1
  for (let page = 0; page < pages; page++) {
    drawLabels(context, matrix, layout, page, nameOf)
    for (const [row] of matrix.rows.values.entries())
      for (const [column] of matrix.columns.values.entries())
        await drawCell(context, matrix.tasksAt(column, row, page), layout, layout.cellAt(column, row, page))
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { columns, rows, pages }: Matrix,
  layout: ImageLayout,
  page: number,
  nameOf: (axis: string) => string,
): void {
  const { cell, fontSize, titleHeight, headerHeight, labelWidth } = layout
  const top = layout.pageTop(page)
  function label(text: string, x: number, y: number, width: number, align: CanvasTextAlign): void {
    context.textAlign = align
    context.fillText(fit(context, text, width), x, y)
  }
  if (pages !== null) {
    const title = `${nameOf(pages.name)}: ${pages.values[page] ?? ''}`
    label(title, fontSize, top + titleHeight / 2, layout.width - 2 * fontSize, 'left')
  }
  for (const [column, value] of columns.values.entries()) {
    const middle = layout.cellAt(column, 0, page).x + cell.width / 2
    label(value, middle, top + titleHeight + headerHeight / 2, cell.width, 'center')
  }
  if (labelWidth === 0) return
  for (const [row, value] of rows.values.entries()) {
    const middle = layout.cellAt(0, row, page).y + cell.height / 2
    label(value, fontSize / 2, middle, labelWidth - fontSize, 'left')
  }
}

/** The first result of the place, whole, in its middle. */
async function drawCell(
  context: CanvasRenderingContext2D,
  tasks: readonly Task[],
  { cell }: ImageLayout,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  const first = tasks.find(({ assetIds }) => assetIds.length > 0)
  const assetId = first?.assetIds[0]
  context.strokeStyle = context.fillStyle
  context.globalAlpha = 0.15
  context.strokeRect(x + 0.5, y + 0.5, cell.width - 1, cell.height - 1)
  context.globalAlpha = 1
  if (first === undefined || assetId === undefined) return
  const isSmall = Math.max(cell.width, cell.height) <= THUMB_SIDE
  const isImage = first.request.mediaType === 'image' || first.request.mediaType === 'character'
  const image = await load(isImage && !isSmall ? mediaUrl(assetId) : thumbUrl(assetId))
  if (image === null) return
  const scale = Math.min(cell.width / image.width, cell.height / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  context.drawImage(image, x + (cell.width - width) / 2, y + (cell.height - height) / 2, width, height)
  image.close()
}

async function load(address: string): Promise<ImageBitmap | null> {
  try {
    const response = await fetch(address)
    return response.ok ? await createImageBitmap(await response.blob()) : null
  } catch {
    return null
  }
}

/** `words` cut so that they are no wider than `width`. */
function fit(context: CanvasRenderingContext2D, text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (context.measureText(line).width <= width) return line
  let length = line.length
  while (length > 1 && context.measureText(`${line.slice(0, length)}…`).width > width)
    length = Math.floor(length * 0.9)
  return `${line.slice(0, length)}…`
}
