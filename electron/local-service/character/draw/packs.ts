/**
 * Wings and what is carried on the back.
 */
import { mix, shift } from '../../paint/color.ts'
import { closed, limb, oval, points, polygon, type Point } from './curves.ts'
import type { Stage } from './stage.ts'

/** Wings, packs and quivers: behind the body, or over it when seen from the back. */
export function drawBack(stage: Stage): void {
  const { design, body, ink } = stage
  const { colors } = design
  const x = body.view.across(0, -0.3)
  const y = body.shoulderY - 0.12
  switch (design.outfit.back) {
    case 'none':
      break
    case 'feather-wings':
    case 'bat-wings':
    case 'fairy-wings':
      for (const side of [-1, 1])
        drawWing(stage, x + side * 0.08, y, side * (body.view.name === 'three-quarter' && side < 0 ? 0.6 : 1))
      break
    case 'backpack': {
      const half = body.view.name === 'three-quarter' ? 0.26 : 0.36
      const shown = body.view.name === 'front' ? x : x + (body.view.isBack ? 0 : 0.1)
      ink.paint(
        limb(
          [
            [shown - half * 0.7, y + 0.2],
            [shown + half * 0.7, y + 0.2],
          ],
          [0.12, 0.12],
        ),
        colors.accent,
        { shade: 0.03 },
      )
      ink.paint(
        closed([
          [shown - half, y + 0.02],
          [shown - half * 0.8, y + 0.13],
          [shown + half * 0.8, y + 0.13],
          [shown + half, y + 0.02],
          [shown + half, body.waistY - 0.1],
          [shown + half * 0.8, body.waistY - 0.2],
          [shown - half * 0.8, body.waistY - 0.2],
          [shown - half, body.waistY - 0.1],
        ]),
        colors.leather,
        { shade: 0.06 },
      )
      if (body.view.isBack) {
        ink.paint(
          closed([
            [-half * 0.94, y + 0.08],
            [half * 0.94, y + 0.08],
            [half * 0.8, y - 0.24],
            [0, y - 0.3],
            [-half * 0.8, y - 0.24],
          ]),
          shift(colors.leather, 0.05),
          { shade: 0.03 },
        )
        ink.paint(polygon(points('-0.045 -0.2, 0.045 -0.2, 0.045 -0.36, -0.045 -0.36', 0, y)), colors.metal, {
          shade: 0.01,
        })
      }
      break
    }
    case 'quiver': {
      const [from, to]: readonly [Point, Point] = [
        [x + (body.view.isBack ? 0.2 : -0.2), y - 0.55],
        [x + (body.view.isBack ? -0.22 : 0.26), y + 0.34],
      ]
      for (const dx of [-0.05, 0.02, 0.08]) {
        const end: Point = [to[0] + dx + (body.view.isBack ? -0.06 : 0.06), to[1] + 0.24]
        ink.stroke([to, end], 0.018, [0.3, 0.16, 0.06])
        ink.paint(oval(end[0], end[1], 0.035, 0.06, body.view.isBack ? 0.35 : -0.35), colors.accent, {
          line: 0.6,
          shade: 0,
        })
      }
      ink.paint(limb([from, to], [0.1, 0.125]), colors.leather, { shade: 0.035 })
      break
    }
    case 'tank':
      for (const dx of body.view.name === 'three-quarter' ? [0.12] : [-0.17, 0.17]) {
        ink.paint(
          limb(
            [
              [x + dx, body.waistY],
              [x + dx, y + 0.16],
            ],
            [0.155, 0.155],
          ),
          mix(colors.metal, colors.linen, 0.35),
          { shade: 0.05 },
        )
        ink.stroke(
          [
            [x + dx - 0.15, y - 0.05],
            [x + dx + 0.15, y - 0.05],
          ],
          0.045,
          colors.accent,
        )
      }
      break
  }
}

function drawWing({ design, ink }: Stage, x: number, y: number, side: number): void {
  const { colors, outfit } = design
  const at = (dx: number, dy: number): Point => [x + side * dx, y + dy]
  switch (outfit.back) {
    case 'bat-wings': {
      const color = mix(colors.primary, [0.05, 0.02, 0.04], 0.6)
      ink.paint(
        closed([
          at(0, 0),
          at(0.4, 0.55),
          at(0.85, 0.75),
          at(0.85, 0.75),
          at(1.25, 0.3),
          at(1.3, -0.1),
          at(1.3, -0.1),
          at(1.02, 0.02),
          at(0.86, -0.35),
          at(0.86, -0.35),
          at(0.62, -0.15),
          at(0.4, -0.45),
          at(0.4, -0.45),
          at(0.24, -0.16),
        ]),
        color,
        { shade: 0.06 },
      )
      for (const [dx, dy] of [
        [1.28, -0.08],
        [0.85, -0.32],
        [0.4, -0.42],
      ] as const)
        ink.stroke(
          [at(0.84, 0.7), at(dx * 0.85 + 0.1, dy * 0.4 + 0.25), at(dx, dy)],
          0.022,
          shift(color, 0.1),
        )
      break
    }
    case 'fairy-wings':
      ink.paint(
        closed([at(0, 0), at(0.35, 0.75), at(0.95, 0.85), at(1.02, 0.4), at(0.5, -0.02)]),
        mix(colors.accent, [0.85, 0.95, 1], 0.6),
        { shade: 0.05, opacity: 0.82 },
      )
      ink.paint(
        closed([at(0.02, -0.05), at(0.6, 0), at(0.85, -0.35), at(0.55, -0.65), at(0.12, -0.35)]),
        mix(colors.secondary, [0.9, 0.95, 1], 0.62),
        { shade: 0.04, opacity: 0.82 },
      )
      break
    default:
      for (const [dx, dy, long, turn] of [
        [0.62, -0.42, 0.36, -1.1],
        [0.78, -0.2, 0.44, -0.8],
        [0.9, 0.08, 0.5, -0.45],
        [0.92, 0.36, 0.5, -0.1],
      ] as const) {
        ink.paint(oval(x + side * dx * 0.8, y + dy, long, 0.13, side * turn), colors.linen, { shade: 0.03 })
      }
      ink.paint(
        closed([
          at(0, -0.1),
          at(0.2, 0.42),
          at(0.62, 0.72),
          at(1.06, 0.66),
          at(0.8, 0.42),
          at(0.5, 0.12),
          at(0.3, -0.2),
        ]),
        shift(colors.linen, 0.02),
        { shade: 0.05 },
      )
      break
  }
}
