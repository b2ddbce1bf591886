/**
 * The portrait: head and shoulders before a large disc of paint.
 */
import { mix, oklch, shift } from '../../paint/color.ts'
import type { Canvas } from '../../paint/canvas.ts'
import { bodyOf } from '../draw/body.ts'
import { oval } from '../draw/curves.ts'
import { drawFigure } from '../draw/figure.ts'
import { setUpDesk, type PictureWish } from './desk.ts'
import { drawWash, layPaper } from './paper.ts'
import { roomAbove } from './room.ts'

export function drawPortrait(wish: PictureWish): Canvas {
  const { width, height, design, style } = wish
  const { canvas, ink, noise, tints } = setUpDesk(wish)
  const ground =
    style === 'line' ? tints.paper : mix(shift(design.colors.primary, 0.12, 0.55), oklch(0.78, 0.03, 80), 0.5)
  layPaper(canvas, ground, style, noise)
  const above = roomAbove(design)
  const scale = Math.min(height / (2.15 + above), width / 2.25)
  const { chinY, headX, lean } = bodyOf(design, 'three-quarter')
  const [x, y] = [width / 2 - (headX + lean * 0.6) * scale, height * 0.5 + (0.42 + above * 0.5) * scale]
  const disc = mix(tints.wash, oklch(0.97, 0.02, 85), 0.35)
  drawWash(ink.at(width / 2, y - scale * 0.62, scale), 1.02, 1.06, shift(ground, 0.06), noise, 3.1)
  ink
    .at(width * 0.5, y - scale * 0.55, scale)
    .paint(oval(0, 0, 0.86, 0.86, 0, 180), disc, { line: 0, shade: 0 })
  drawFigure(ink.at(x, y + chinY * scale, scale), design, 'three-quarter')
  return canvas
}
