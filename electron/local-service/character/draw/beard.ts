/**
 * Beards and moustaches.
 */
import { mix, shift } from '../../paint/color.ts'
import { closed, type Point, points } from './curves.ts'
import { skull } from './skull.ts'
import type { Stage } from './stage.ts'

export function drawBeard(stage: Stage): void {
  const { design, body, ink } = stage
  const { beard } = design.face
  if (beard === 'none') return
  const { headX, chinY, view } = body
  const nose = headX + view.onRound(0).shift * 0.385
  const color = design.colors.hair
  if (beard === 'stubble') {
    ink.paint(jaw(stage, 0.02, nose), mix(design.colors.skin, shift(color, -0.05), 0.35), {
      line: 0,
      shade: 0,
      opacity: 0.55,
    })
    return
  }
  if (beard !== 'moustache') {
    ink.paint(jaw(stage, beard === 'long' ? 0.62 : 0.12, nose), color, { shade: 0.05 })
    ink.paint(mouthGap(nose, chinY), shift(color, -0.16), { line: 0, shade: 0 })
    if (beard === 'long') drawStrands(stage, nose)
  }
  for (const side of [-1, 1]) {
    const wide = view.name === 'three-quarter' && side < 0 ? 0.5 : 1
    const tip: Point = [nose + side * 0.19 * wide, chinY + 0.165]
    ink.paint(
      closed([
        [nose, chinY + 0.235],
        [nose + side * 0.09 * wide, chinY + 0.235],
        tip,
        tip,
        [nose + side * 0.08 * wide, chinY + 0.168],
        [nose, chinY + 0.192],
      ]),
      color,
      { line: 0.8, shade: 0.02 },
    )
  }
}

/** From ear to ear along the jaw, hanging `length` below the chin. */
function jaw(stage: Stage, length: number, nose: number): readonly number[] {
  const { body } = stage
  const { headX, chinY } = body
  const outline = skull(stage)
  let [left, right] = [0, 0]
  for (let index = 0; index < outline.length; index += 2) {
    const [x, y] = [(outline[index] ?? 0) - headX, (outline[index + 1] ?? 0) - chinY]
    if (y > 0.3 && y < 0.42) [left, right] = [Math.min(left, x), Math.max(right, x)]
  }
  const grown = length > 0.05 ? 0.02 : -0.01
  const chin = nose * 0.6 + headX * 0.4
  const points: Point[] = [
    [headX + left - grown, chinY + 0.38],
    [headX + left * 0.93 - grown, chinY + 0.1],
    [chin - 0.16, chinY - length * 0.45 - grown],
    [chin, chinY - length - grown],
    [chin + 0.16, chinY - length * 0.45 - grown],
    [headX + right * 0.9 + grown, chinY + 0.1],
    [headX + right + grown * 0.5, chinY + 0.38],
    [headX + right * 0.8, chinY + 0.26],
    [nose + 0.16, chinY + 0.2],
    [nose, chinY + 0.235],
    [Math.max(nose - 0.14, headX + left * 0.8), chinY + 0.21],
    [Math.min(nose - 0.14, headX + left * 0.86), chinY + 0.26],
  ]
  return closed(points)
}

function mouthGap(x: number, chinY: number): readonly number[] {
  return closed(points('-0.075 0.155, 0 0.165, 0.075 0.155, 0 0.12', x, chinY))
}

function drawStrands({ design, body, ink }: Stage, nose: number): void {
  const color = shift(design.colors.hair, -0.09)
  for (const x of [-0.12, -0.03, 0.07]) {
    ink.stroke(
      [
        [nose + x, body.chinY + 0.05],
        [nose + x * 0.9 + 0.01, body.chinY - 0.2],
        [nose + x * 0.5, body.chinY - 0.4],
      ],
      0.014,
      color,
      0.7,
    )
  }
}
