/**
 * What a hand holds. Drawn before the hand, so that the fingers close round it.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Arm } from './body.ts'
import { closed, limb, oval, polygon, type Point, points } from './curves.ts'
import { drawFlower } from './hats.ts'
import type { Stage } from './stage.ts'

const WOOD: Rgb = [0.2, 0.095, 0.04]
const GOLD: Rgb = [0.72, 0.45, 0.08]
const GLOW: Rgb = [0.98, 0.78, 0.3]

/** Draws what is held at `hand`. */
export function drawProp(stage: Stage, [x, y]: Point, arm: Arm): void {
  const { design, ink } = stage
  const { colors } = design
  const out = arm.side
  const staff = (top: number, low: number, thick: number, color: Rgb = WOOD): void =>
    ink.paint(
      limb(
        [
          [x - out * 0.01, y + low],
          [x + out * 0.02, y],
          [x + out * 0.05, y + top],
        ],
        [thick, thick * 0.95, thick * 0.85],
      ),
      color,
      { shade: 0.018 },
    )
  const reach = -y + 0.04
  switch (design.outfit.prop) {
    case 'none':
      break
    case 'sword':
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
      break
    case 'staff':
      staff(1.25, reach, 0.035)
      ink.paint(
        limb(points('0.05 1.2, 0.2 1.36, 0.05 1.56, -0.07 1.42', x, y, out), [0.04, 0.038, 0.034, 0.02]),
        WOOD,
        { shade: 0.015 },
      )
      ink.paint(oval(x + out * 0.06, y + 1.4, 0.085, 0.085), shift(colors.accent, 0.1, 1.1), { shade: 0.025 })
      ink.paint(oval(x + out * 0.04, y + 1.43, 0.028, 0.028), [1, 1, 1], { line: 0, shade: 0, opacity: 0.85 })
      break
    case 'wand':
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
      drawSpark(stage, x + out * 0.36, y + 0.4, 0.1)
      break
    case 'broom':
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
      break
    case 'book':
      ink.paint(polygon(points('-0.2 -0.2, 0.17 -0.24, 0.2 0.24, -0.17 0.28', x, y)), colors.accent, {
        shade: 0.035,
      })
      ink.paint(
        polygon(points('-0.165 -0.17, -0.13 -0.175, -0.1 0.245, -0.135 0.25', x, y)),
        shift(colors.accent, -0.1),
        { line: 0, shade: 0 },
      )
      ink.paint(oval(x + 0.04, y + 0.05, 0.07, 0.07), GOLD, { line: 0.5, shade: 0.01 })
      break
    case 'lantern':
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
      break
    case 'wrench':
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
      break
    case 'bow': {
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
      break
    }
    case 'spyglass':
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
      break
    case 'magnifier':
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
      break
    case 'flowers':
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
      for (const [index, [dx, dy]] of (
        points('-0.13 0.32, 0.02 0.42, 0.15 0.3, -0.03 0.25, 0.09 0.19')
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
      break
    case 'ladle':
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
      break
    case 'lute':
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
      break
    case 'potion':
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
      break
    case 'axe':
      ink.paint(limb(points('-0.16 -0.6, 0 0, 0.26 0.88', x, y, out), [0.034, 0.034, 0.03]), WOOD, {
        shade: 0.018,
      })
      ink.paint(
        closed(points('0.2 0.76, 0.5 0.92, 0.5 0.92, 0.6 0.64, 0.54 0.36, 0.54 0.36, 0.2 0.5', x, y, out)),
        colors.metal,
        { shade: 0.03 },
      )
      break
    case 'hammer':
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
      break
    case 'spear':
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
      break
    case 'balloon':
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
      break
    case 'cup':
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
      break
    case 'flag':
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
      break
    case 'brush':
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
      break
  }
}

function drawSpark({ ink }: Stage, x: number, y: number, size: number): void {
  const points: Point[] = []
  for (let spike = 0; spike < 8; spike += 1) {
    const radius = spike % 2 === 0 ? size : size * 0.34
    points.push([x + Math.cos((spike * Math.PI) / 4) * radius, y + Math.sin((spike * Math.PI) / 4) * radius])
  }
  ink.paint(polygon(points), GLOW, { line: 0.6, shade: 0 })
}
