/** Draws a matrix with its labels into one picture. */
import { mediaUrl, thumbUrl } from '../../../bridge/media.ts'
import type { Task } from '#contract/tasks.ts'
import type { Matrix } from './matrix.ts'
import type { PictureLayout } from './matrix-picture.ts'

/** A thumbnail is enough for cells up to this side, in pixels. */
const THUMB_SIDE = 256

/** A PNG in the colours of the page; null where the browser cannot make it. Results that cannot be loaded stay empty. */
export async function drawMatrix(
  matrix: Matrix,
  layout: PictureLayout,
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
  layout: PictureLayout,
  page: number,
  nameOf: (axis: string) => string,
): void {
  const { cell, fontSize, titleHeight, headerHeight, labelWidth } = layout
  const top = layout.pageTop(page)
  if (pages !== null) {
    const title = `${nameOf(pages.name)}: ${pages.values[page] ?? ''}`
    context.textAlign = 'left'
    context.fillText(fit(context, title, layout.width - 2 * fontSize), fontSize, top + titleHeight / 2)
  }
  for (const [column, value] of columns.values.entries()) {
    const { x } = layout.cellAt(column, 0, page)
    context.textAlign = 'center'
    context.fillText(
      fit(context, value, cell.width),
      x + cell.width / 2,
      top + titleHeight + headerHeight / 2,
    )
  }
  if (labelWidth === 0) return
  for (const [row, value] of rows.values.entries()) {
    const { y } = layout.cellAt(0, row, page)
    context.textAlign = 'left'
    context.fillText(fit(context, value, labelWidth - fontSize), fontSize / 2, y + cell.height / 2)
  }
}

/** The first result of the place, whole, in its middle. */
async function drawCell(
  context: CanvasRenderingContext2D,
  tasks: readonly Task[],
  { cell }: PictureLayout,
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
  const isPicture = first.request.mediaType === 'image' || first.request.mediaType === 'character'
  const picture = await load(isPicture && !isSmall ? mediaUrl(assetId) : thumbUrl(assetId))
  if (picture === null) return
  const scale = Math.min(cell.width / picture.width, cell.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, x + (cell.width - width) / 2, y + (cell.height - height) / 2, width, height)
  picture.close()
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
function fit(context: CanvasRenderingContext2D, words: string, width: number): string {
  const line = words.replaceAll(/\s+/g, ' ')
  if (context.measureText(line).width <= width) return line
  let length = line.length
  while (length > 1 && context.measureText(`${line.slice(0, length)}…`).width > width)
    length = Math.floor(length * 0.9)
  return `${line.slice(0, length)}…`
}
