/**
 * Capes, scarves, aprons and sashes.
 */
import { mix, shift } from '../../paint/color.ts'
import { closed, limb, oval, points, polygon } from './curves.ts'
import type { Stage } from './stage.ts'

/** The cape's cloth: behind the body, or over it when seen from the back. */
export function drawCape(stage: Stage): void {
  const { design, body, ink } = stage
  if (design.outfit.over !== 'cape') return
  const color = capeColor(stage)
  const x = body.view.across(0, -0.14)
  const top = body.shoulderY + 0.06
  const low = body.kneeY * 0.42
  const half = body.shoulderHalf + 0.02
  const wide = body.view.name === 'three-quarter' ? half + 0.22 : half + 0.26
  ink.paint(
    closed([
      [x - half * 0.5, top + 0.03],
      [x - half, top - 0.1],
      [x - wide * 0.86, body.waistY],
      [x - wide, low + 0.05],
      [x - wide * 0.6, low - 0.03],
      [x - wide * 0.2, low + 0.03],
      [x + wide * 0.2, low - 0.03],
      [x + wide * 0.6, low + 0.03],
      [x + wide, low + 0.05],
      [x + wide * 0.86, body.waistY],
      [x + half, top - 0.1],
      [x + half * 0.5, top + 0.03],
    ]),
    body.view.isBack ? color : shift(color, -0.09),
    { shade: 0.08 },
  )
  const fold = shift(color, body.view.isBack ? -0.1 : -0.17)
  for (const share of body.view.isBack ? [-0.55, -0.18, 0.2, 0.58] : [-0.85, 0.85]) {
    ink.stroke(
      [
        [x + half * share * 0.8, top - 0.2],
        [x + wide * share * 0.85, body.waistY],
        [x + wide * share * 0.92, low + 0.1],
      ],
      0.018,
      fold,
      0.7,
    )
  }
}

/** What closes the cape at the neck, a scarf, an apron or a sash: over the garment. */
export function drawOver(stage: Stage): void {
  const { design, body, ink } = stage
  const { colors } = design
  const middle = body.view.onRound(0).shift
  const y = body.shoulderY + 0.06
  switch (design.outfit.over) {
    case 'none':
      break
    case 'cape': {
      const color = capeColor(stage)
      ink.paint(
        limb(
          [
            [-body.shoulderHalf * 0.82, y - 0.05],
            [middle * 0.1, y - 0.05],
            [body.shoulderHalf * 0.82, y - 0.05],
          ],
          [0.09, 0.085, 0.09],
        ),
        color,
        { shade: 0.035 },
      )
      if (!body.view.isBack)
        ink.paint(oval(middle * 0.12, y - 0.06, 0.06, 0.06), mix(colors.metal, [0.85, 0.56, 0.1], 0.7), {
          shade: 0.015,
        })
      break
    }
    case 'scarf': {
      const color = colors.accent
      const x = middle * 0.12
      if (!body.view.isBack) {
        ink.paint(
          limb(points('0.11 0, 0.17 -0.3, 0.14 -0.58', x, y), [0.075, 0.085, 0.08]),
          shift(color, -0.05),
          { shade: 0.03 },
        )
        for (const dy of [-0.4, -0.48])
          ink.stroke(
            [
              [x + 0.07, y + dy],
              [x + 0.23, y + dy],
            ],
            0.028,
            colors.linen,
          )
      }
      ink.paint(
        limb(
          [
            [-0.25, y + 0.03],
            [x, y - 0.05],
            [0.25, y + 0.03],
          ],
          [0.095, 0.105, 0.095],
        ),
        color,
        { shade: 0.035 },
      )
      ink.stroke(
        [
          [-0.18, y + 0.02],
          [x - 0.02, y - 0.05],
          [0.1, y - 0.03],
        ],
        0.016,
        shift(color, -0.12),
        0.7,
      )
      break
    }
    case 'apron':
      if (body.view.isBack) {
        ink.stroke(
          [
            [-body.waistHalf, body.waistY - 0.02],
            [0, body.waistY - 0.05],
            [body.waistHalf, body.waistY - 0.02],
          ],
          0.045,
          colors.linen,
        )
        for (const side of [-1, 1])
          ink.paint(
            closed([
              [0, body.waistY - 0.05],
              [side * 0.16, body.waistY + 0.03],
              [side * 0.17, body.waistY - 0.12],
            ]),
            colors.linen,
            { shade: 0.02 },
          )
      } else {
        const x = middle * body.chestHalf * 0.85
        const w = middle * body.waistHalf * 0.85
        const low = body.kneeY + 0.16
        ink.paint(
          closed([
            [x - 0.19, body.chestY + 0.1],
            [x - 0.19, body.chestY + 0.1],
            [w - body.waistHalf * 0.85, body.waistY],
            [w - body.hipHalf * 0.95, low],
            [w - body.hipHalf * 0.8, low - 0.05],
            [w + body.hipHalf * 0.8, low - 0.05],
            [w + body.hipHalf * 0.95, low],
            [w + body.waistHalf * 0.85, body.waistY],
            [x + 0.19, body.chestY + 0.1],
            [x + 0.19, body.chestY + 0.1],
          ]),
          colors.linen,
          { shade: 0.045 },
        )
        for (const side of [-1, 1])
          ink.stroke(
            [
              [x + side * 0.17, body.chestY + 0.08],
              [side * 0.13 + x * 0.3, body.shoulderY + 0.05],
            ],
            0.04,
            colors.linen,
          )
        ink.stroke(
          [
            [w - body.waistHalf * 0.86, body.waistY - 0.01],
            [w, body.waistY - 0.04],
            [w + body.waistHalf * 0.86, body.waistY - 0.01],
          ],
          0.035,
          shift(colors.linen, -0.12),
        )
        ink.paint(
          polygon([
            [w - 0.16, body.hipY + 0.06],
            [w + 0.16, body.hipY + 0.06],
            [w + 0.14, body.hipY - 0.13],
            [w - 0.14, body.hipY - 0.13],
          ]),
          shift(colors.linen, -0.04),
          { line: 0.7, shade: 0.015 },
        )
      }
      break
    case 'sash':
      ink.paint(
        limb(
          [
            [-body.shoulderHalf * 0.62, y - 0.03],
            [middle * 0.05, body.chestY - 0.02],
            [body.waistHalf * 0.98, body.waistY - 0.02],
          ],
          [0.07, 0.075, 0.07],
        ),
        colors.accent,
        { shade: 0.025 },
      )
      break
  }
}

function capeColor({ design }: Stage): Stage['design']['colors']['primary'] {
  const { colors, outfit } = design
  return outfit.top === 'plate' || outfit.top === 'chassis'
    ? colors.primary
    : outfit.top === 'leotard'
      ? colors.accent
      : colors.secondary
}
