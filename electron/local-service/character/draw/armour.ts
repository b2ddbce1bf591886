/**
 * The breastplate of an armour, with the tassets below it.
 */
import { shift } from '../../paint/color.ts'
import { closed, limb, points } from './curves.ts'
import { hemOf } from './cuts.ts'
import type { Places } from './garment-places.ts'
import type { Stage } from './stage.ts'

export function drawPlates(stage: Stage, { front }: Places): void {
  const { design, body, ink } = stage
  const { colors } = design
  const dark = shift(colors.metal, -0.2)
  const x = front(body.chestHalf)
  const { y: hemY, half } = hemOf(stage)
  ink.paint(
    limb(
      [
        [-0.17, body.shoulderY + 0.1],
        [0, body.shoulderY + 0.06],
        [0.17, body.shoulderY + 0.1],
      ],
      [0.055, 0.06, 0.055],
    ),
    colors.metal,
    { shade: 0.02 },
  )
  if (!body.view.isBack) {
    ink.stroke(
      [
        [x, body.shoulderY - 0.02],
        [x - 0.01, body.chestY],
        [front(body.waistHalf), body.waistY + 0.04],
      ],
      0.02,
      dark,
      0.8,
    )
    for (const side of [-1, 1])
      ink.stroke(
        [
          [x + side * body.chestHalf * 0.82, body.chestY - 0.02],
          [x + side * body.chestHalf * 0.3, body.chestY - 0.1],
          [x, body.chestY - 0.12],
        ],
        0.016,
        dark,
        0.55,
      )
    ink.paint(
      closed([
        [x, body.chestY + 0.2],
        [x, body.chestY + 0.2],
        [x + 0.07, body.chestY + 0.13],
        [x + 0.06, body.chestY + 0.03],
        [x, body.chestY - 0.02],
        [x, body.chestY - 0.02],
        [x - 0.06, body.chestY + 0.03],
        [x - 0.07, body.chestY + 0.13],
      ]),
      colors.accent,
      { shade: 0.015 },
    )
  } else
    ink.stroke(
      [
        [0, body.shoulderY],
        [0, body.waistY],
      ],
      0.02,
      dark,
      0.7,
    )
  // A skirt of cloth shows below the plates.
  const low = hemY - 0.16
  ink.paint(
    closed([
      [-half * 0.96, hemY + 0.08],
      [-half * 1.04, low],
      [-half * 1.04, low],
      [0, low - 0.07],
      [half * 1.04, low],
      [half * 1.04, low],
      [half * 0.96, hemY + 0.08],
      [0, hemY + 0.02],
    ]),
    colors.primary,
    { shade: 0.05 },
  )
  for (const share of [-0.68, 0, 0.68]) {
    const px = share * half
    ink.paint(
      closed(points('-0.17 0.2, -0.17 0.2, -0.15 -0.02, 0 -0.1, 0.15 -0.02, 0.17 0.2, 0.17 0.2', px, hemY)),
      colors.metal,
      { shade: 0.035 },
    )
  }
}
