/** Paints the editor: the image, the mask over it, the frame, and what is under way. */
import {
  contextOf,
  createCanvas,
  drawMask,
  drawPart,
  featherFilter,
  look,
  type Source,
  type View,
} from './draw-mask.ts'
import type { Box, Edit, Point, StrokePoint } from './edit.ts'

export type Tool = 'brush' | 'eraser' | 'box' | 'frame'

/** What is under way. */
export type Draft =
  | { readonly kind: 'stroke'; readonly points: readonly StrokePoint[] }
  | { readonly kind: 'box'; readonly from: Point; readonly to: Point }
  | { readonly kind: 'frame'; readonly from: Point; readonly to: Point }

export interface Painted {
  readonly source: Source
  readonly edit: Edit
  readonly draft: Draft | null
  readonly tool: Tool
  readonly cursor: Point | null
  readonly radius: number
}

const DIMMED = 'rgb(0 0 0 / 0.6)'

export type Paint = (canvas: HTMLCanvasElement, view: View, painted: Painted) => void

/** While a stroke is being drawn, only the stroke is new: the mask that was drawn last is kept. */
export function createPainter(): Paint {
  let last: { readonly key: readonly unknown[]; readonly mask: HTMLCanvasElement } | null = null
  let hatch: HTMLCanvasElement | undefined
  return (canvas, view, painted) => {
    const { source, edit } = painted
    const { box, scale } = view
    const key = [edit.parts, ...Object.values(edit.frame), ...Object.values(box), scale, source]
    if (last === null || key.some((part, at) => part !== last?.key[at]))
      last = { key, mask: drawMask(edit, source, view) }
    hatch ??= createHatch()
    const mask = maskWith(last.mask, view, painted)
    paint(canvas, view, painted, hatched(mask, featherFilter(edit.feather * scale), hatch))
  }
}

function paint(canvas: HTMLCanvasElement, view: View, painted: Painted, mask: HTMLCanvasElement): void {
  const { source, edit, draft, tool } = painted
  const context = contextOf(canvas)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  look(context, view)
  context.drawImage(source.image, 0, 0)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(mask, 0, 0)
  look(context, view)
  context.lineWidth = 2 / view.scale
  if (tool === 'frame') return frameAround(context, edit.frame, view)
  if (draft?.kind === 'box') outline(context, boxFrom(draft.from, draft.to))
  mark(context, view, painted)
}

function maskWith(mask: HTMLCanvasElement, view: View, { draft, tool }: Painted): HTMLCanvasElement {
  if (draft?.kind !== 'stroke') return mask
  const canvas = createCanvas(mask)
  const context = contextOf(canvas)
  context.drawImage(mask, 0, 0)
  look(context, view)
  context.fillStyle = 'white'
  context.strokeStyle = 'white'
  drawPart(context, { ...draft, isErased: tool === 'eraser' }, view.box)
  return canvas
}

/** Of a tile of the hatch, in pixels of the page. */
const TILE = 10

/** Light and dark stripes on a veil: whatever the image is like, one of them stands out from it, and it shows through between them. */
function createHatch(): HTMLCanvasElement {
  const side = Math.round(TILE * window.devicePixelRatio)
  const tile = createCanvas({ width: side, height: side })
  const context = contextOf(tile)
  context.fillStyle = 'rgb(0 0 0 / 0.3)'
  context.fillRect(0, 0, side, side)
  context.lineWidth = side / 5
  for (const [colour, shift] of [
    ['rgb(0 0 0 / 0.85)', 0],
    ['rgb(255 255 255 / 0.95)', (side * 2) / 7],
  ] as const) {
    context.strokeStyle = colour
    context.beginPath()
    // From corner to corner, with what reaches in from the tiles beside it.
    for (const from of [-side, 0, side]) {
      context.moveTo(from + shift - side / 2, side * 1.5)
      context.lineTo(from + shift + side * 1.5, -side / 2)
    }
    context.stroke()
  }
  return tile
}

/** The hatch where the mask is; its border is blended, the stripes are not. */
function hatched(mask: HTMLCanvasElement, filter: string, hatch: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = createCanvas(mask)
  const context = contextOf(canvas)
  context.filter = filter
  context.drawImage(mask, 0, 0)
  context.filter = 'none'
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = context.createPattern(hatch, 'repeat') ?? 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

function boxFrom(one: Point, other: Point): Box {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}

function frameAround(context: CanvasRenderingContext2D, frame: Box, { box }: View): void {
  context.fillStyle = DIMMED
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.rect(frame.x, frame.y, frame.width, frame.height)
  context.fill('evenodd')
  outline(context, frame)
}

/** Seen on whatever is under it. */
function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Box): void {
  for (const [colour, dashes] of [
    ['black', []],
    ['white', [context.lineWidth * 3, context.lineWidth * 3]],
  ] as const) {
    context.strokeStyle = colour
    context.setLineDash(dashes)
    context.strokeRect(x, y, width, height)
  }
  context.setLineDash([])
}

/** The brush, or the cross of the rectangle. */
function mark(context: CanvasRenderingContext2D, { scale }: View, { cursor, tool, radius }: Painted): void {
  if (cursor === null) return
  const size = tool === 'box' ? 8 / scale : radius
  for (const [colour, width] of [
    ['black', 3],
    ['white', 1.5],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width / scale
    context.beginPath()
    if (tool === 'box') {
      context.moveTo(cursor.x - size, cursor.y)
      context.lineTo(cursor.x + size, cursor.y)
      context.moveTo(cursor.x, cursor.y - size)
      context.lineTo(cursor.x, cursor.y + size)
    } else context.arc(cursor.x, cursor.y, size, 0, 2 * Math.PI)
    context.stroke()
  }
}
