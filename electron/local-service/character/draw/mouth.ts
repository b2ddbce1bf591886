/**
 * Mouths, by expression.
 */
import { shift, type Rgb } from '../../paint/color.ts'
import type { Expression } from '../design.ts'
import { closed, open, oval, type Point, points } from './curves.ts'
import type { Stage } from './stage.ts'

const INSIDE: Rgb = [0.14, 0.016, 0.022]
const TONGUE: Rgb = [0.55, 0.14, 0.14]
const TEETH: Rgb = [0.92, 0.9, 0.86]

/** Draws the mouth around `x`, `y`. */
export function drawMouth(stage: Stage, [x, y]: Point, expression: Expression): void {
  const { design, ink, body } = stage
  const line = shift(design.colors.skin, -0.34, 1.3, -10)
  const wide = body.view.name === 'three-quarter' ? 0.8 : 1
  const arc = (half: number, bend: number, thick = 0.024): void => {
    ink.stroke(
      [
        [x - half * wide, y + bend],
        [x - half * 0.4 * wide, y - bend * 0.4],
        [x + half * 0.4 * wide, y - bend * 0.4],
        [x + half * wide, y + bend],
      ],
      thick,
      line,
    )
  }
  switch (expression) {
    case 'content':
      arc(0.085, 0.02)
      break
    case 'happy':
      drawSmile(stage, x, y, wide)
      break
    case 'sad':
      arc(0.07, -0.02)
      ink.stroke(
        [
          [x - 0.03, y - 0.05],
          [x + 0.03, y - 0.05],
        ],
        0.012,
        line,
        0.6,
      )
      break
    case 'angry':
      drawSnarl(stage, x, y, wide)
      break
    case 'surprised':
      ink.paint(oval(x, y - 0.01, 0.045 * wide, 0.062), INSIDE, { line: 0.7, shade: 0 })
      ink.paint(oval(x, y - 0.045, 0.028 * wide, 0.02), TONGUE, { line: 0, shade: 0 })
      break
  }
  if (design.species === 'goblin' && expression !== 'surprised') {
    for (const side of [-1, 1])
      ink.paint(closed(points('0.075 -0.015, 0.055 -0.015, 0.07 0.06, 0.07 0.06', x, y, side)), TEETH, {
        line: 0.5,
        shade: 0,
      })
  }
}

function drawSmile({ ink }: Stage, x: number, y: number, wide: number): void {
  const [half, top] = [0.105 * wide, y + 0.028]
  const upper: Point[] = [
    [x - half, top],
    [x, top - 0.016],
    [x + half, top],
  ]
  const mouth = closed([
    upper[0] ?? [x, y],
    ...upper,
    upper[2] ?? [x, y],
    [x + half * 0.62, y - 0.055],
    [x, y - 0.085],
    [x - half * 0.62, y - 0.055],
  ])
  ink.paint(mouth, INSIDE, { line: 0.7, shade: 0 })
  ink.paint(
    closed(points('-0.86 -0.006, 0 -0.02, 0.86 -0.006, 0.7 -0.035, 0 -0.045, -0.7 -0.035', x, top, half)),
    TEETH,
    { line: 0, shade: 0 },
  )
  ink.paint(oval(x, y - 0.062, half * 0.42, 0.02), TONGUE, { line: 0, shade: 0 })
}

function drawSnarl({ ink }: Stage, x: number, y: number, wide: number): void {
  const half = 0.08 * wide
  const mouth = closed([
    [x - half, y - 0.025],
    [x - half * 0.5, y + 0.022],
    [x + half * 0.5, y + 0.022],
    [x + half, y - 0.025],
    [x + half * 0.7, y - 0.04],
    [x, y - 0.016],
    [x - half * 0.7, y - 0.04],
  ])
  ink.paint(mouth, TEETH, { line: 0.9, shade: 0 })
  const path = open(points('-0.8 -0.008, 0 0.004, 0.8 -0.008', x, y, half))
  ink.stroke(
    [
      [path[0] ?? x, path[1] ?? y],
      [x, y + 0.003],
      [path.at(-2) ?? x, path.at(-1) ?? y],
    ],
    0.01,
    INSIDE,
  )
}
