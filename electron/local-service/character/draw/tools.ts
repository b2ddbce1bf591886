/**
 * Tools that are held.
 */
import { mix, shift } from '../../paint/color.ts'
import type { Prop } from '../design.ts'
import { closed, limb, oval, points, polygon } from './curves.ts'
import { GLOW, GOLD, WOOD, type DrawHeld } from './held.ts'

/** Drawn before the hand, so that the fingers close round them. */
export const TOOLS = {
  broom({ ink, colors, x, y, reach, staff }) {
    staff(1.1, -0.55, 0.032)
    ink.paint(
      closed([
        [x - 0.05, y - 0.5],
        [x - 0.16, y - 0.78],
        [x - 0.2, y + reach + 0.06],
        [x - 0.2, y + reach + 0.06],
        [x, y + reach],
        [x + 0.18, y + reach + 0.06],
        [x + 0.18, y + reach + 0.06],
        [x + 0.13, y - 0.78],
        [x + 0.04, y - 0.5],
      ]),
      [0.62, 0.4, 0.12],
      { shade: 0.05 },
    )
    for (const dx of [-0.1, 0, 0.09])
      ink.stroke(
        [
          [x + dx * 0.4, y - 0.62],
          [x + dx, y + reach + 0.1],
        ],
        0.014,
        [0.36, 0.21, 0.05],
      )
    ink.paint(
      limb(
        [
          [x - 0.085, y - 0.6],
          [x + 0.075, y - 0.6],
        ],
        [0.03, 0.03],
      ),
      colors.accent,
      { shade: 0.01 },
    )
  },
  lantern({ ink, colors, x, y }) {
    ink.stroke(points('-0.09 -0.18, 0 -0.02, 0.09 -0.18', x, y), 0.026, shift(colors.metal, -0.2))
    ink.paint(oval(x, y - 0.36, 0.3, 0.3), GLOW, { line: 0, shade: 0, opacity: 0.16 })
    ink.paint(polygon(points('-0.1 -0.2, 0.1 -0.2, 0.13 -0.5, -0.13 -0.5', x, y)), GLOW, { shade: 0 })
    ink.paint(oval(x, y - 0.38, 0.045, 0.07), [1, 0.95, 0.75], { line: 0, shade: 0 })
    for (const dy of [-0.18, -0.52])
      ink.paint(
        limb(
          [
            [x - 0.12, y + dy],
            [x + 0.12, y + dy],
          ],
          [0.035, 0.035],
        ),
        shift(colors.metal, -0.2),
        { shade: 0.01 },
      )
  },
  wrench({ ink, colors, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y - 0.28],
          [x + out * 0.06, y + 0.32],
        ],
        [0.042, 0.038],
      ),
      colors.metal,
      { shade: 0.015 },
    )
    ink.paint(
      closed([
        [x + out * 0.06 - 0.1, y + 0.32],
        [x + out * 0.06 - 0.12, y + 0.48],
        [x + out * 0.06 - 0.045, y + 0.55],
        [x + out * 0.06 - 0.04, y + 0.43],
        [x + out * 0.06 + 0.04, y + 0.43],
        [x + out * 0.06 + 0.045, y + 0.55],
        [x + out * 0.06 + 0.12, y + 0.48],
        [x + out * 0.06 + 0.1, y + 0.32],
      ]),
      colors.metal,
      { shade: 0.02 },
    )
  },
  spyglass({ ink, x, y, out }) {
    ink.paint(
      limb(
        [
          [x - out * 0.12, y - 0.1],
          [x + out * 0.16, y + 0.16],
        ],
        [0.055, 0.058],
      ),
      WOOD,
      { shade: 0.015 },
    )
    ink.paint(
      limb(
        [
          [x + out * 0.14, y + 0.14],
          [x + out * 0.34, y + 0.33],
        ],
        [0.068, 0.078],
      ),
      GOLD,
      { shade: 0.018 },
    )
  },
  magnifier({ ink, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y - 0.1],
          [x + out * 0.1, y + 0.16],
        ],
        [0.034, 0.03],
      ),
      WOOD,
      { shade: 0.01 },
    )
    ink.paint(oval(x + out * 0.18, y + 0.34, 0.185, 0.185), GOLD, { shade: 0.02 })
    ink.paint(oval(x + out * 0.18, y + 0.34, 0.145, 0.145), [0.78, 0.9, 0.95], { line: 0.6, shade: 0.03 })
    ink.stroke(
      [
        [x + out * 0.18 - 0.08, y + 0.36],
        [x + out * 0.18 - 0.02, y + 0.43],
      ],
      0.025,
      [1, 1, 1],
      0.8,
    )
  },
  ladle({ ink, colors, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y - 0.2],
          [x + out * 0.05, y + 0.45],
        ],
        [0.026, 0.024],
      ),
      colors.metal,
      { shade: 0.01 },
    )
    ink.paint(
      closed([
        [x + out * 0.05 - 0.12, y + 0.56],
        [x + out * 0.05 + 0.12, y + 0.56],
        [x + out * 0.05 + 0.09, y + 0.45],
        [x + out * 0.05, y + 0.42],
        [x + out * 0.05 - 0.09, y + 0.45],
      ]),
      colors.metal,
      { shade: 0.025 },
    )
  },
  brush({ ink, colors, x, y, out }) {
    ink.paint(
      limb(
        [
          [x, y - 0.2],
          [x + out * 0.07, y + 0.36],
        ],
        [0.02, 0.026],
      ),
      WOOD,
      { shade: 0.008 },
    )
    ink.paint(
      limb(
        [
          [x + out * 0.07, y + 0.36],
          [x + out * 0.08, y + 0.44],
        ],
        [0.034, 0.036],
      ),
      colors.metal,
      { shade: 0.008 },
    )
    ink.paint(
      closed([
        [x + out * 0.08 - 0.045, y + 0.44],
        [x + out * 0.08 - 0.04, y + 0.55],
        [x + out * 0.1, y + 0.66],
        [x + out * 0.08 + 0.045, y + 0.54],
        [x + out * 0.08 + 0.045, y + 0.44],
      ]),
      mix(colors.accent, WOOD, 0.15),
      { shade: 0.015 },
    )
  },
} satisfies Partial<Record<Prop, DrawHeld>>
