/**
 * Hats with brims.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Headwear } from '../design.ts'
import { closed, limb, oval, points, polygon, type Point } from './curves.ts'
import type { DrawWorn } from './worn.ts'
import type { Ink } from './ink.ts'

/** Drawn over the hair. */
export const BRIMMED_HATS = {
  'pointed-hat'({ ink, body, colors, x, y, front, color, band }) {
    const way = body.view.isBack ? -1 : 1
    const cone: readonly Point[] =
      points(`-0.44 0.8, -0.3 1.18, -0.08 1.52, 0.14 1.72, 0.4 1.7, 0.4 1.7, 0.23 1.5, 0.3 1.18,
0.44 0.8, 0 0.73`)
    ink.paint(closed(cone.map(([dx, dy]): Point => [x + way * dx, y + dy])), color, { shade: 0.08 })
    drawBrim(ink, x, y + 0.8, 0.76, 0.11, color)
    ink.paint(limb(points('-0.425 0.875, 0 0.8, 0.425 0.875', x, y), [0.05, 0.055, 0.05]), band, {
      shade: 0.02,
    })
    if (!body.view.isBack)
      ink.paint(
        polygon(points('-0.07 0.77, 0.07 0.77, 0.07 0.9, -0.07 0.9', front, y)),
        mix(colors.metal, [0.8, 0.55, 0.12], 0.6),
        { shade: 0.015 },
      )
  },
  'wide-hat'({ ink, x, y, color, band }) {
    ink.paint(
      closed(
        points('-0.43 0.82, -0.39 1.12, -0.2 1.24, 0 1.2, 0.2 1.24, 0.39 1.12, 0.43 0.82, 0 0.75', x, y),
      ),
      color,
      { shade: 0.07 },
    )
    drawBrim(ink, x, y + 0.82, 0.82, 0.12, color)
    ink.paint(limb(points('-0.425 0.895, 0 0.825, 0.425 0.895', x, y), [0.045, 0.05, 0.045]), band, {
      shade: 0.015,
    })
  },
  'top-hat'({ ink, x, y, color, band }) {
    ink.paint(
      closed(
        points(
          `-0.36 0.88, -0.36 0.88, -0.4 1.5, -0.4 1.5, 0 1.54, 0.4 1.5, 0.4 1.5, 0.36 0.88,
0.36 0.88, 0 0.83`,
          x,
          y,
        ),
      ),
      color,
      { shade: 0.08 },
    )
    drawBrim(ink, x, y + 0.9, 0.56, 0.09, color)
    ink.paint(limb(points('-0.365 0.97, 0 0.92, 0.365 0.97', x, y), [0.055, 0.06, 0.055]), band, {
      shade: 0.015,
    })
  },
  tricorn({ ink, body, colors, x, y, front, color }) {
    ink.paint(closed(points('-0.4 0.82, -0.36 1.08, 0 1.17, 0.36 1.08, 0.4 0.82', x, y)), color, {
      shade: 0.05,
    })
    ink.paint(
      closed(
        points(
          `-0.72 1, -0.72 1, -0.45 0.78, 0 0.74, 0.45 0.78, 0.72 1, 0.72 1, 0.35 0.98, 0 1.06,
-0.35 0.98`,
          x,
          y,
        ),
      ),
      color,
      { shade: 0.05 },
    )
    ink.stroke(
      points('-0.7 0.99, -0.35 0.965, 0 1.045, 0.35 0.965, 0.7 0.99', x, y),
      0.028,
      mix(colors.metal, [0.8, 0.55, 0.12], 0.6),
    )
    if (!body.view.isBack) {
      ink.paint(oval(front, y + 0.9, 0.07, 0.065), colors.linen, { line: 0.5, shade: 0 })
      for (const side of [-1, 1])
        ink.paint(oval(front + side * 0.026, y + 0.905, 0.016, 0.018), color, { line: 0, shade: 0 })
    }
  },
} satisfies Partial<Record<Headwear, DrawWorn>>

/** The near half of a round brim. */
function drawBrim(ink: Ink, x: number, y: number, wide: number, high: number, color: Rgb): void {
  ink.paint(
    closed([
      [x - wide, y + 0.035],
      [x - wide * 0.98, y + 0.02],
      [x - wide * 0.55, y - high * 0.75],
      [x, y - high],
      [x + wide * 0.55, y - high * 0.75],
      [x + wide * 0.98, y + 0.02],
      [x + wide, y + 0.035],
      [x + wide * 0.52, y + 0.01],
      [x, y - 0.025],
      [x - wide * 0.52, y + 0.01],
    ]),
    shift(color, 0.02),
    { shade: 0.025 },
  )
}
