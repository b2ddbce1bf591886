/**
 * Headwear of cloth, and what is stuck into or onto the hair.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Headwear } from '../design.ts'
import { closed, limb, oval, points, type Point } from './curves.ts'
import { drawFlower } from './flower.ts'
import type { DrawWorn } from './worn.ts'
import type { Stage } from './stage.ts'

/** Drawn over the hair. */
export const CAPS = {
  beret({ ink, x, y, color }) {
    ink.paint(
      closed(points('-0.44 0.84, -0.5 1.02, -0.22 1.15, 0.28 1.14, 0.6 0.98, 0.5 0.85, 0 0.8', x, y)),
      color,
      { shade: 0.06 },
    )
    ink.stroke(
      [
        [x + 0.05, y + 1.13],
        [x + 0.08, y + 1.21],
      ],
      0.035,
      shift(color, -0.1),
    )
  },
  cap({ ink, body, x, y, front, color }) {
    ink.paint(
      closed(points('-0.46 0.78, -0.4 1.02, -0.15 1.12, 0.15 1.12, 0.4 1.02, 0.46 0.78, 0 0.74', x, y)),
      color,
      { shade: 0.06 },
    )
    if (!body.view.isBack) {
      const wide = body.view.name === 'front' ? 0.4 : 0.34
      ink.paint(
        closed([
          [front - wide, y + 0.78],
          [front, y + 0.84],
          [front + wide, y + 0.78],
          [front + wide * 0.8, y + 0.69],
          [front, y + 0.65],
          [front - wide * 0.8, y + 0.69],
        ]),
        shift(color, -0.07),
        { shade: 0.025 },
      )
    }
  },
  beanie({ ink, colors, x, y, color }) {
    ink.paint(
      closed(points('-0.46 0.76, -0.43 1.02, -0.2 1.2, 0.2 1.2, 0.43 1.02, 0.46 0.76, 0 0.7', x, y)),
      color,
      { shade: 0.06 },
    )
    ink.paint(limb(points('-0.45 0.8, 0 0.745, 0.45 0.8', x, y), [0.075, 0.08, 0.075]), shift(color, 0.07), {
      shade: 0.025,
    })
    ink.paint(oval(x, y + 1.24, 0.1, 0.095), colors.linen, { shade: 0.03 })
  },
  bandana({ ink, colors, x, y, color }) {
    ink.paint(
      closed(
        points(
          `-0.455 0.7, -0.42 0.98, -0.16 1.07, 0.16 1.07, 0.42 0.98, 0.455 0.7, 0.2 0.76,
-0.2 0.76`,
          x,
          y,
        ),
      ),
      color,
      { shade: 0.055 },
    )
    for (const [dx, dy] of points('-0.2 0.92, 0.02 0.97, 0.22 0.9, -0.06 0.84, 0.32 0.82'))
      ink.paint(oval(x + dx, y + dy, 0.024, 0.024), colors.linen, { line: 0, shade: 0 })
  },
  hood({ x, y, color, stage }) {
    drawHood(stage, x, y, color)
  },
  'chef-hat'({ ink, x, y, color }) {
    for (const [dx, dy, r] of [
      [-0.26, 1.2, 0.22],
      [0.26, 1.2, 0.22],
      [0, 1.29, 0.25],
    ] as const)
      ink.paint(oval(x + dx, y + dy, r, r * 0.92), color, { shade: 0.05 })
    ink.paint(
      closed(
        points('-0.38 0.82, -0.38 0.82, -0.4 1.16, 0 1.2, 0.4 1.16, 0.38 0.82, 0.38 0.82, 0 0.77', x, y),
      ),
      color,
      { shade: 0.06 },
    )
    for (const dx of [-0.18, 0, 0.18])
      ink.stroke(
        [
          [x + dx, y + 0.86],
          [x + dx * 1.1, y + 1.1],
        ],
        0.014,
        shift(color, -0.14),
        0.7,
      )
  },
  'flower-crown'({ ink, colors, x, y }) {
    for (let flower = 0; flower < 9; flower += 1) {
      const angle = Math.PI * (1.02 - (1.04 * flower) / 8)
      const [fx, fy] = [x + Math.cos(angle) * 0.46, y + 0.76 + Math.sin(angle) * 0.2]
      drawFlower(
        ink,
        fx,
        fy,
        0.075,
        [colors.accent, colors.linen, colors.secondary][flower % 3] ?? colors.accent,
      )
    }
  },
  horns({ ink, body, colors, x, y }) {
    for (const own of [-1, 1]) {
      const hx = x + body.view.across(own * 0.27, 0)
      const side = body.view.isBack ? -own : own
      ink.paint(
        limb(points('0 0.92, 0.16 1.1, 0.1 1.36', hx, y, side), [0.085, 0.065, 0.012]),
        mix(colors.leather, [0.7, 0.62, 0.5], 0.4),
        { shade: 0.03 },
      )
    }
  },
  headphones({ ink, body, x, y, color, band }) {
    ink.paint(
      [
        limb(
          points('-0.47 0.5, -0.4 0.98, 0 1.13, 0.4 0.98, 0.47 0.5', x, y),
          [0.045, 0.045, 0.05, 0.045, 0.045],
        ),
      ],
      shift(color, -0.14),
      { shade: 0.015 },
    )
    for (const side of body.view.name === 'three-quarter' ? [0.8] : [-1, 1])
      ink.paint(oval(x + side * 0.47, y + 0.42, 0.1, 0.16), band, { shade: 0.03 })
  },
  bow({ ink, x, y, band }) {
    for (const side of [-1, 1])
      ink.paint(
        closed([
          [x + 0.16, y + 0.98],
          [x + 0.16 + side * 0.2, y + 1.12],
          [x + 0.16 + side * 0.24, y + 0.98],
          [x + 0.16 + side * 0.2, y + 0.84],
        ]),
        band,
        { shade: 0.03 },
      )
    ink.paint(oval(x + 0.16, y + 0.98, 0.06, 0.065), shift(band, -0.06), { shade: 0.015 })
  },
} satisfies Partial<Record<Headwear, DrawWorn>>

function drawHood({ body, ink }: Stage, x: number, y: number, color: Rgb): void {
  if (body.view.isBack) {
    ink.paint(
      closed(
        points(
          `-0.53 0.3, -0.5 0.8, -0.24 1.12, 0 1.22, 0.24 1.12, 0.5 0.8, 0.53 0.3, 0.36 -0.05,
0 -0.12, -0.36 -0.05`,
          x,
          y,
        ),
      ),
      color,
      { shade: 0.07 },
    )
    return
  }
  const open = body.view.name === 'three-quarter' ? -0.07 : 0
  const outer: readonly Point[] = points(
    `-0.56 0.1, -0.58 0.55, -0.44 0.95, -0.12 1.18, 0.05 1.22, 0.42 0.98, 0.58 0.55,
0.56 0.1, 0.4 -0.12`,
    x,
    y,
  )
  const inner: Point[] = [
    [x + open + 0.34, y + 0.02],
    [x + open + 0.42, y + 0.45],
    [x + open + 0.34, y + 0.8],
    [x + open, y + 0.95],
    [x + open - 0.34, y + 0.8],
    [x + open - 0.4, y + 0.45],
    [x + open - 0.33, y + 0.02],
    [x - 0.4, y - 0.12],
  ]
  ink.paint(closed([...outer, ...inner]), color, { shade: 0.06 })
}
