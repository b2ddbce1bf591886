/**
 * Things that are held for pleasure: books, music, flowers and drinks.
 */
import { shift } from '../../paint/color.ts'
import type { Prop } from '../design.ts'
import { closed, limb, oval, points, polygon } from './curves.ts'
import { drawFlower } from './flower.ts'
import { GOLD, WOOD, type DrawHeld } from './held.ts'

/** Drawn before the hand, so that the fingers close round them. */
export const KEEPSAKES = {
  lute({ ink, colors, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y],
          [x + out * 0.06, y + 0.72],
        ],
        [0.036, 0.03],
      ),
      WOOD,
      { shade: 0.012 },
    )
    ink.paint(
      closed(points('-0.02 0.1, -0.2 -0.14, -0.19 -0.42, 0 -0.52, 0.19 -0.42, 0.2 -0.14, 0.02 0.1', x, y)),
      [0.62, 0.33, 0.1],
      { shade: 0.05 },
    )
    ink.paint(oval(x, y - 0.2, 0.065, 0.065), [0.1, 0.045, 0.02], { line: 0.4, shade: 0 })
    for (const dx of [-0.02, 0.015])
      ink.stroke(
        [
          [x + dx, y - 0.4],
          [x + dx + out * 0.05, y + 0.66],
        ],
        0.008,
        colors.linen,
      )
    ink.paint(
      limb(
        [
          [x + out * 0.06, y + 0.7],
          [x + out * 0.12, y + 0.84],
        ],
        [0.045, 0.035],
      ),
      WOOD,
      { shade: 0.01 },
    )
  },
  potion({ ink, colors, x, y }) {
    ink.paint(
      closed(
        points(
          `-0.045 0.2, -0.045 0.2, -0.05 0.08, -0.15 -0.1, -0.1 -0.22, 0.1 -0.22, 0.15 -0.1,
0.05 0.08, 0.045 0.2, 0.045 0.2`,
          x,
          y,
        ),
      ),
      [0.75, 0.87, 0.9],
      { shade: 0.02 },
    )
    ink.paint(
      closed(points('-0.13 -0.07, 0.13 -0.07, 0.1 -0.2, -0.1 -0.2', x, y)),
      shift(colors.accent, 0.06, 1.15),
      { line: 0, shade: 0.015 },
    )
    ink.paint(
      limb(
        [
          [x, y + 0.2],
          [x, y + 0.26],
        ],
        [0.04, 0.045],
      ),
      WOOD,
      { shade: 0.008 },
    )
  },
  flowers({ ink, colors, x, y }) {
    for (const [dx, dy] of points('-0.13 0.3, 0.02 0.4, 0.15 0.29, -0.03 0.24, 0.09 0.2'))
      ink.stroke(
        [
          [x, y - 0.16],
          [x + dx * 0.6, y + dy * 0.5],
          [x + dx, y + dy],
        ],
        0.02,
        [0.13, 0.3, 0.09],
      )
    for (const [index, [dx, dy]] of points(
      '-0.13 0.32, 0.02 0.42, 0.15 0.3, -0.03 0.25, 0.09 0.19',
    ).entries())
      drawFlower(
        ink,
        x + dx,
        y + dy,
        0.085,
        [colors.accent, colors.secondary, colors.linen][index % 3] ?? colors.accent,
      )
    ink.paint(closed(points('-0.11 0.12, 0.11 0.12, 0.03 -0.22, -0.03 -0.22', x, y)), colors.linen, {
      shade: 0.02,
    })
  },
  balloon({ ink, colors, x, y, out }) {
    ink.stroke(points('0 0, 0.05 0.9, 0.02 1.62', x, y, out), 0.012, shift(colors.linen, -0.3))
    ink.paint(
      closed([
        [x + out * 0.02, y + 1.6],
        [x + out * 0.02 - 0.26, y + 1.94],
        [x + out * 0.02 - 0.2, y + 2.26],
        [x + out * 0.02, y + 2.34],
        [x + out * 0.02 + 0.2, y + 2.26],
        [x + out * 0.02 + 0.26, y + 1.94],
      ]),
      colors.accent,
      { shade: 0.07 },
    )
    ink.paint(oval(x + out * 0.02 - 0.1, y + 2.14, 0.04, 0.075, 0.5), [1, 0.98, 0.95], {
      line: 0,
      shade: 0,
      opacity: 0.65,
    })
  },
  cup({ ink, colors, x, y }) {
    ink.paint(polygon(points('-0.11 0.13, 0.11 0.13, 0.085 -0.14, -0.085 -0.14', x, y)), colors.linen, {
      shade: 0.025,
    })
    ink.paint(oval(x, y + 0.13, 0.11, 0.03), [0.16, 0.08, 0.04], { line: 0.6, shade: 0 })
    for (const dx of [-0.04, 0.04])
      ink.stroke(
        [
          [x + dx, y + 0.2],
          [x + dx + 0.03, y + 0.28],
          [x + dx - 0.01, y + 0.36],
        ],
        0.018,
        [0.85, 0.85, 0.85],
        0.6,
      )
  },
  book({ ink, colors, x, y }) {
    ink.paint(polygon(points('-0.2 -0.2, 0.17 -0.24, 0.2 0.24, -0.17 0.28', x, y)), colors.accent, {
      shade: 0.035,
    })
    ink.paint(
      polygon(points('-0.165 -0.17, -0.13 -0.175, -0.1 0.245, -0.135 0.25', x, y)),
      shift(colors.accent, -0.1),
      { line: 0, shade: 0 },
    )
    ink.paint(oval(x + 0.04, y + 0.05, 0.07, 0.07), GOLD, { line: 0.5, shade: 0.01 })
  },
} satisfies Partial<Record<Prop, DrawHeld>>
