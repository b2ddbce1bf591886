/**
 * The head of a robot: a rounded case with a screen for a face, an antenna and ear caps.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Expression } from '../design.ts'
import { closed, limb, oval, symmetric, type Point, points } from './curves.ts'
import type { Stage } from './stage.ts'

const SCREEN: Rgb = [0.012, 0.018, 0.03]

export function drawRobotHead(stage: Stage): void {
  const { design, body, ink } = stage
  const { headX, chinY, view } = body
  const { metal, accent } = design.colors
  const shell = mix(metal, design.colors.primary, 0.4)
  ink.paint(
    limb(
      [
        [headX, chinY + 0.95],
        [headX + 0.02, chinY + 1.2],
      ],
      [0.03, 0.022],
    ),
    shift(metal, -0.15),
    { shade: 0.01 },
  )
  ink.paint(oval(headX + 0.02, chinY + 1.24, 0.07, 0.07), design.colors.eyes, { shade: 0.02 })
  for (const own of [-1, 1]) {
    if (view.name === 'three-quarter' && own < 0) continue
    const x = headX + view.across(own * 0.46, 0) + (view.name === 'three-quarter' ? -0.02 : 0)
    ink.paint(oval(x, chinY + 0.5, 0.085, 0.15), accent, { shade: 0.04 })
  }
  const half = view.half(0.45, 0.42)
  const box = symmetric([
    [0, 1.0],
    [half * 0.62, 0.99],
    [half * 0.96, 0.88],
    [half, 0.55],
    [half * 0.95, 0.2],
    [half * 0.7, 0.04],
    [0, 0.01],
  ])
  ink.paint(
    box.map((value, index) => value + (index % 2 === 0 ? headX : chinY)),
    shell,
    { shade: 0.07 },
  )
  if (view.isBack) {
    ink.stroke(
      [
        [headX - 0.2, chinY + 0.68],
        [headX + 0.2, chinY + 0.68],
      ],
      0.02,
      shift(metal, -0.22),
    )
    ink.stroke(
      [
        [headX - 0.2, chinY + 0.58],
        [headX + 0.2, chinY + 0.58],
      ],
      0.02,
      shift(metal, -0.22),
    )
    return
  }
  drawScreen(stage)
}

function drawScreen({ design, body, ink, expression }: Stage): void {
  const { headX, chinY, view } = body
  const turned = view.name === 'three-quarter'
  const x = headX + (turned ? -0.13 : 0)
  const wide = turned ? 0.27 : 0.345
  const edge: readonly Point[] = [
    [0, 0.8],
    [wide * 0.8, 0.79],
    [wide, 0.68],
    [wide, 0.34],
    [wide * 0.84, 0.21],
    [0, 0.2],
  ]
  const screen = symmetric(edge).map((value, index) => value + (index % 2 === 0 ? x : chinY))
  ink.paint(screen, SCREEN, { shade: 0.02 })
  const glow = shift(design.colors.eyes, 0.08, 1.1)
  const squeeze = turned ? 0.8 : 1
  for (const own of [-1, 1] as const)
    drawEye(ink, x + own * 0.155 * squeeze, chinY + 0.55, own, expression, glow, squeeze)
  drawMouth(ink, x, chinY + 0.33, expression, glow, squeeze)
  ink.paint(closed(points('-0.8 0.74, -0.35 0.75, -0.75 0.5', x, chinY, wide)), [0.8, 0.85, 0.9], {
    line: 0,
    shade: 0,
    opacity: 0.12,
  })
}

function drawEye(
  ink: Stage['ink'],
  x: number,
  y: number,
  own: 1 | -1,
  expression: Expression,
  glow: Rgb,
  squeeze: number,
): void {
  switch (expression) {
    case 'content':
      ink.paint(oval(x, y, 0.07 * squeeze, 0.09), glow, { line: 0, shade: 0 })
      break
    case 'happy':
      ink.stroke(
        [
          [x - 0.08 * squeeze, y - 0.03],
          [x, y + 0.05],
          [x + 0.08 * squeeze, y - 0.03],
        ],
        0.042,
        glow,
      )
      break
    case 'sad':
      ink.paint(oval(x, y - 0.02, 0.065 * squeeze, 0.065), glow, { line: 0, shade: 0 })
      ink.stroke(
        [
          [x - own * 0.09, y + 0.11],
          [x + own * 0.08, y + 0.055],
        ],
        0.03,
        glow,
      )
      break
    case 'angry':
      ink.paint(
        closed(points('-0.08 0.01, -0.08 0.01, 0.08 0.085, 0.08 0.085, 0.05 -0.06, -0.05 -0.06', x, y, own)),
        glow,
        { line: 0, shade: 0 },
      )
      break
    case 'surprised':
      ink.paint(oval(x, y, 0.088 * squeeze, 0.108), glow, { line: 0, shade: 0 })
      ink.paint(oval(x, y, 0.04 * squeeze, 0.052), SCREEN, { line: 0, shade: 0 })
      break
  }
}

function drawMouth(
  ink: Stage['ink'],
  x: number,
  y: number,
  expression: Expression,
  glow: Rgb,
  squeeze: number,
): void {
  const half = 0.11 * squeeze
  switch (expression) {
    case 'content':
      ink.stroke(points('-0.8 0.012, 0 -0.02, 0.8 0.012', x, y, half), 0.03, glow)
      break
    case 'happy':
      ink.paint(
        closed([
          [x - half, y + 0.03],
          [x - half, y + 0.03],
          [x, y + 0.02],
          [x + half, y + 0.03],
          [x + half, y + 0.03],
          [x, y - 0.065],
        ]),
        glow,
        { line: 0, shade: 0 },
      )
      break
    case 'sad':
      ink.stroke(points('-0.8 -0.025, 0 0.012, 0.8 -0.025', x, y, half), 0.03, glow)
      break
    case 'angry':
      ink.stroke(
        [
          [x - half, y - 0.02],
          [x - half * 0.4, y + 0.015],
          [x + half * 0.3, y - 0.02],
          [x + half, y + 0.015],
        ],
        0.028,
        glow,
      )
      break
    case 'surprised':
      ink.paint(oval(x, y - 0.005, 0.045 * squeeze, 0.05), glow, { line: 0, shade: 0 })
      break
  }
}
