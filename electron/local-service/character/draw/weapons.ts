/**
 * Arms and poles that are held.
 */
import { shift } from '../../paint/color.ts'
import type { Prop } from '../design.ts'
import { closed, limb, oval, points, polygon, type Point } from './curves.ts'
import { GOLD, WOOD, drawSpark, type DrawHeld } from './held.ts'

/** Drawn before the hand, so that the fingers close round them. */
export const WEAPONS = {
  sword({ ink, colors, x, y, out }) {
    ink.paint(
      polygon([
        [x - 0.052, y - 0.1],
        [x + 0.052, y - 0.1],
        [x + out * 0.03 + 0.042, y - 1.02],
        [x + out * 0.05, y - 1.18],
        [x + out * 0.03 - 0.042, y - 1.02],
      ]),
      colors.metal,
      { shade: 0.03 },
    )
    ink.stroke(
      [
        [x, y - 0.14],
        [x + out * 0.03, y - 1.0],
      ],
      0.014,
      shift(colors.metal, -0.15),
    )
    ink.paint(
      limb(
        [
          [x - 0.17, y - 0.08],
          [x + 0.17, y - 0.08],
        ],
        [0.032, 0.032],
      ),
      GOLD,
      { shade: 0.012 },
    )
    ink.paint(
      limb(
        [
          [x, y - 0.06],
          [x, y + 0.14],
        ],
        [0.036, 0.034],
      ),
      colors.leather,
      { shade: 0.01 },
    )
    ink.paint(oval(x, y + 0.16, 0.05, 0.05), GOLD, { shade: 0.012 })
  },
  bow({ ink, colors, x, y, out }) {
    const arc: readonly Point[] = points('-0.1 0.82, 0.16 0.45, 0.05 0, 0.16 -0.45, -0.1 -0.82', x, y, out)
    ink.stroke(
      [
        [x - out * 0.1, y + 0.82],
        [x - out * 0.1, y - 0.82],
      ],
      0.012,
      colors.linen,
    )
    ink.paint(limb(arc, [0.016, 0.032, 0.036, 0.032, 0.016]), WOOD, { shade: 0.012 })
  },
  axe({ ink, colors, x, y, out }) {
    ink.paint(limb(points('-0.16 -0.6, 0 0, 0.26 0.88', x, y, out), [0.034, 0.034, 0.03]), WOOD, {
      shade: 0.018,
    })
    ink.paint(
      closed(points('0.2 0.76, 0.5 0.92, 0.5 0.92, 0.6 0.64, 0.54 0.36, 0.54 0.36, 0.2 0.5', x, y, out)),
      colors.metal,
      { shade: 0.03 },
    )
  },
  hammer({ ink, colors, x, y, out }) {
    ink.paint(limb(points('-0.12 -0.4, 0 0, 0.2 0.62', x, y, out), [0.034, 0.034, 0.03]), WOOD, {
      shade: 0.018,
    })
    ink.paint(
      polygon([
        [x + out * 0.21 - 0.21, y + 0.52],
        [x + out * 0.21 + 0.21, y + 0.52],
        [x + out * 0.21 + 0.21, y + 0.76],
        [x + out * 0.21 - 0.21, y + 0.76],
      ]),
      colors.metal,
      { shade: 0.035 },
    )
  },
  spear({ ink, colors, x, y, out, reach, staff }) {
    staff(1.35, reach, 0.028)
    ink.paint(
      closed([
        [x + out * 0.05, y + 1.82],
        [x + out * 0.05, y + 1.82],
        [x + out * 0.05 + 0.085, y + 1.48],
        [x + out * 0.05, y + 1.34],
        [x + out * 0.05 - 0.085, y + 1.48],
      ]),
      colors.metal,
      { shade: 0.025 },
    )
  },
  staff({ ink, colors, x, y, out, reach, staff }) {
    staff(1.25, reach, 0.035)
    ink.paint(
      limb(points('0.05 1.2, 0.2 1.36, 0.05 1.56, -0.07 1.42', x, y, out), [0.04, 0.038, 0.034, 0.02]),
      WOOD,
      { shade: 0.015 },
    )
    ink.paint(oval(x + out * 0.06, y + 1.4, 0.085, 0.085), shift(colors.accent, 0.1, 1.1), { shade: 0.025 })
    ink.paint(oval(x + out * 0.04, y + 1.43, 0.028, 0.028), [1, 1, 1], { line: 0, shade: 0, opacity: 0.85 })
  },
  wand({ ink, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y - 0.08],
          [x + out * 0.32, y + 0.34],
        ],
        [0.026, 0.014],
      ),
      WOOD,
      { shade: 0.01 },
    )
    drawSpark(ink, x + out * 0.36, y + 0.4, 0.1)
  },
  flag({ ink, colors, x, y, out, reach, staff }) {
    staff(1.6, reach, 0.026)
    ink.paint(
      closed(
        points(
          `0.05 1.58, 0.05 1.58, 0.35 1.62, 0.7 1.54, 0.7 1.54, 0.68 1.14, 0.68 1.14, 0.35 1.22,
0.05 1.18, 0.05 1.18`,
          x,
          y,
          out,
        ),
      ),
      colors.accent,
      { shade: 0.05 },
    )
  },
} satisfies Partial<Record<Prop, DrawHeld>>
