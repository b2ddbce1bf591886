/**
 * The palette: each colour as a chip with its light and its shade, its name and its hexadecimal value.
 */
import type { Canvas } from '../../paint/canvas.ts'
import { mix, shift } from '../../paint/color.ts'
import { hexOf } from '../hex.ts'
import { rounded, setUpDesk, type PictureWish } from './desk.ts'
import { widthOf, write } from './lettering.ts'
import { shownColors } from './shown-colors.ts'

export function drawPalette(wish: PictureWish): Canvas {
  const { canvas, ink, tints } = setUpDesk(wish)
  const { width, height, design } = wish
  const colors = shownColors(design)
  const margin = height * 0.1
  const each = (width - 2 * margin) / colors.length
  const chipHeight = height * 0.56
  const flat = ink.at(0, height, 1)
  for (const [index, { label, color }] of colors.entries()) {
    const left = margin + index * each + each * 0.06
    const wide = each * 0.88
    const bottom = height - margin - chipHeight
    flat.paint(rounded(left, bottom, wide, chipHeight, wide * 0.13), color, { shade: wide * 0.06, line: 0 })
    for (const [place, step] of [0.1, -0.13].entries()) {
      const box = rounded(
        left + wide * (0.1 + place * 0.42),
        bottom + chipHeight * 0.07,
        wide * 0.38,
        chipHeight * 0.17,
        wide * 0.06,
      )
      flat.paint(box, shift(color, step), { shade: 0, line: 0 })
    }
    const high = Math.min(height * 0.068, (wide / Math.max(widthOf(label), widthOf('#88888'))) * 0.9)
    const soft = mix(tints.ink, tints.paper, 0.3)
    write(ink.at(left, height - bottom + high * 1.75, high), label, tints.ink, 0.085)
    write(ink.at(left, height - bottom + high * 3.35, high * 0.86), hexOf(color), soft, 0.085)
  }
  return canvas
}
