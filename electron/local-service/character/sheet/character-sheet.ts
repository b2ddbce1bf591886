/**
 * The sheet: one character from three sides, in four moods, with its colours and its name.
 */
import { mix } from '../../paint/color.ts'
import type { Expression } from '../design.ts'
import { bodyOf } from '../draw/body.ts'
import { drawFigure } from '../draw/figure.ts'
import { VIEW_NAMES, type ViewName } from '../draw/view.ts'
import { drawCard, rounded, setUpDesk, type Desk, type PictureWish } from './desk.ts'
import { layOut, type Box } from './layout.ts'
import { widthOf, write } from './lettering.ts'
import { drawShadow, drawWash } from './paper.ts'
import { roomAbove, roomFor } from './room.ts'
import { shownColors } from './shown-colors.ts'
import type { Canvas } from '../../paint/canvas.ts'

const FACES: readonly Expression[] = ['happy', 'sad', 'angry', 'surprised']

export function drawSheet(wish: PictureWish): Canvas {
  const desk = setUpDesk(wish)
  const layout = layOut(wish.width, wish.height)
  drawTitle(desk, layout.title)
  for (const [index, view] of VIEW_NAMES.entries()) {
    const box = layout.figures[index]
    if (box !== undefined) standFigure(desk, box, view, index)
  }
  for (const [index, expression] of FACES.entries()) {
    const box = layout.faces[index]
    if (box !== undefined) drawFaceIn(desk, box, expression)
  }
  drawChips(desk, layout.swatches)
  return desk.canvas
}

/** One view of the whole figure, alone on its paper. */
export function drawSingleView(wish: PictureWish, view: ViewName): Canvas {
  const desk = setUpDesk(wish)
  const margin = Math.min(wish.width, wish.height) * 0.06
  standFigure(
    desk,
    { left: margin, top: margin, width: wish.width - 2 * margin, height: wish.height - 2 * margin },
    view,
    0,
  )
  return desk.canvas
}

/** Name and calling, as large as the room allows. */
function drawTitle({ ink, wish, tints }: Desk, { left, top, width, height }: Box): void {
  const { name, title } = wish
  const high = Math.min(height * 0.6, (width * 0.66) / widthOf(name))
  const base = top + height * 0.62
  write(ink.at(left, base, high), name, tints.ink, 0.082)
  const rest = width - high * (widthOf(name) + 0.6)
  const small = Math.min(high * 0.5, rest / Math.max(0.1, widthOf(title)))
  const soft = mix(tints.ink, tints.paper, 0.38)
  if (small > 4) write(ink.at(left + high * (widthOf(name) + 0.55), base, small), title, soft, 0.08)
}

function standFigure(
  { ink, wish, noise, tints }: Desk,
  { left, top, width, height }: Box,
  view: ViewName,
  place: number,
): void {
  const { tall, wide } = roomFor(wish.design)
  const scale = Math.min((height * 0.96) / (tall + 0.14), (width * 1.02) / wide)
  const [x, y] = [left + width / 2, top + height - scale * 0.14]
  const wash = Math.min(1.02, (width / scale) * 0.46)
  drawWash(ink.at(x, y - scale * tall * 0.44, scale), wash, tall * 0.46, tints.wash, noise, place * 7.3)
  const at = ink.at(x, y, scale)
  drawShadow(at, 0.62, tints)
  drawFigure(at, wish.design, view)
}

function drawFaceIn(desk: Desk, box: Box, expression: Expression): void {
  const { design } = desk.wish
  drawCard(desk, box, desk.tints.wash, (ink, width, height) => {
    const scale = height / (1.36 + Math.min(0.62, roomAbove(design)))
    const { chinY, headX } = bodyOf(design, 'front')
    drawFigure(
      ink.at(width / 2 - headX * scale, height - scale * 0.27 + chinY * scale, scale),
      design,
      'front',
      expression,
    )
  })
}

function drawChips({ ink, wish }: Desk, { left, top, width, height }: Box): void {
  const colors = shownColors(wish.design)
  const each = width / colors.length
  const at = ink.at(0, top + height, 1)
  for (const [index, { color }] of colors.entries()) {
    const chip = rounded(left + index * each + each * 0.06, 0, each * 0.88, height, height * 0.42)
    at.paint(chip, color, { shade: height * 0.1, line: 0 })
  }
}
