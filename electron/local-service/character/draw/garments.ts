/**
 * What covers the trunk: the cut of each garment and what is on it, from every side.
 */
import { mix, shift } from '../../paint/color.ts'
import { closed, limb, oval, points, polygon, type Point } from './curves.ts'
import { CUTS, hemOf } from './cuts.ts'
import { drawGarmentDetails } from './garment-details.ts'
import type { Stage } from './stage.ts'

export function drawTrunk(stage: Stage): void {
  const { design, body, ink } = stage
  const { outfit, colors } = design
  if (outfit.bottom === 'skirt') drawSkirt(stage)
  else if (outfit.bottom !== 'none' || outfit.top === 'leotard') {
    const seat =
      outfit.top === 'leotard'
        ? colors.primary
        : outfit.top === 'plate'
          ? shift(colors.metal, -0.16, 0.8)
          : outfit.top === 'suit'
            ? colors.primary
            : colors.secondary
    const half = body.hipHalf + 0.02
    ink.paint(
      closed([
        [-half * 0.96, body.waistY],
        [-half, body.hipY],
        [-half * 0.86, body.crotchY + 0.03],
        [0, body.crotchY - 0.03],
        [half * 0.86, body.crotchY + 0.03],
        [half, body.hipY],
        [half * 0.96, body.waistY],
      ]),
      seat,
      { shade: 0.04 },
    )
  }
  const color =
    outfit.top === 'plate'
      ? colors.metal
      : outfit.top === 'chassis'
        ? mix(colors.metal, colors.primary, 0.4)
        : colors.primary
  ink.paint(trunk(stage), color, { shade: 0.065 })
  drawFolds(stage)
  drawGarmentDetails(stage)
  if (outfit.hasBelt) drawBelt(stage)
}

/** The outline of the garment from the neck to the hem. */
function trunk(stage: Stage): readonly number[] {
  const { design, body } = stage
  const { chest, waist } = CUTS[design.outfit.top]
  const { y: hemY, half: hemHalf } = hemOf(stage)
  const neck = 0.15
  const right: Point[] = [
    [neck, body.shoulderY + 0.1],
    [body.shoulderHalf * 0.72, body.shoulderY + 0.03],
    [body.shoulderHalf + chest * 0.6, body.shoulderY - 0.1],
    [body.chestHalf + chest, body.chestY - 0.04],
    [body.waistHalf + waist, body.waistY],
    [body.hipHalf + 0.02 + waist, body.hipY],
  ]
  if (body.hipY - hemY > 0.45)
    right.push([body.hipHalf + 0.04 + (hemHalf - body.hipHalf) * 0.5, (body.hipY + hemY) / 2])
  right.push([hemHalf, hemY + 0.02], [hemHalf * 0.94, hemY], [hemHalf * 0.5, hemY - 0.035], [0, hemY - 0.045])
  const left = right.toReversed().map(([x, y]): Point => [-x, y])
  return closed([[0, body.shoulderY + 0.085], ...right, ...left.slice(1)])
}

function drawSkirt({ design, body, ink }: Stage): void {
  const [top, low] = [body.waistY, body.kneeY + 0.04]
  const [half, wide] = [body.waistHalf + 0.02, body.hipHalf + 0.24]
  const color = design.colors.secondary
  ink.paint(
    closed([
      [-half, top],
      [-half, top],
      [-wide * 0.8, (top + low) / 2],
      [-wide, low + 0.03],
      [-wide * 0.6, low - 0.02],
      [-wide * 0.2, low + 0.015],
      [wide * 0.2, low - 0.02],
      [wide * 0.6, low + 0.015],
      [wide, low + 0.03],
      [wide * 0.8, (top + low) / 2],
      [half, top],
      [half, top],
    ]),
    color,
    { shade: 0.07 },
  )
  for (const share of [-0.55, -0.1, 0.4]) {
    ink.stroke(
      [
        [half * share, top - 0.1],
        [wide * share * 0.9, (top + low) / 2],
        [wide * share, low + 0.06],
      ],
      0.016,
      shift(color, -0.1),
      0.7,
    )
  }
}

/** Lines where cloth gathers. */
function drawFolds(stage: Stage): void {
  const { design, body, ink } = stage
  const { top } = design.outfit
  if (top === 'plate' || top === 'chassis' || top === 'leotard') return
  const color = shift(design.colors.primary, -0.1)
  const { y: hemY, half } = hemOf(stage)
  if (body.hipY - hemY > 0.25) {
    for (const share of [-0.62, -0.28, 0.3, 0.66]) {
      ink.stroke(
        [
          [body.waistHalf * share * 0.9, body.waistY - 0.12],
          [body.hipHalf * share, body.hipY - 0.1],
          [half * share, hemY + 0.06],
        ],
        0.016,
        color,
        0.6,
      )
    }
  } else {
    ink.stroke(
      [
        [body.waistHalf * 0.95, body.waistY + 0.02],
        [body.waistHalf * 0.6, body.waistY - 0.02],
      ],
      0.016,
      color,
      0.6,
    )
    ink.stroke(
      [
        [-body.waistHalf * 0.95, body.waistY - 0.06],
        [-body.waistHalf * 0.62, body.waistY - 0.08],
      ],
      0.016,
      color,
      0.6,
    )
  }
}

function drawBelt({ design, body, ink }: Stage): void {
  const { colors, outfit } = design
  const half = body.waistHalf + CUTS[outfit.top].waist + 0.015
  const y = body.waistY - 0.06
  const color =
    outfit.top === 'gi' || outfit.top === 'robe' || outfit.top === 'dress' ? colors.accent : colors.leather
  ink.paint(
    limb(
      [
        [-half, y + 0.015],
        [0, y - 0.015],
        [half, y + 0.015],
      ],
      [0.055, 0.06, 0.055],
    ),
    color,
    { shade: 0.02 },
  )
  const x = body.view.onRound(0).shift * half * 0.9
  if (body.view.isBack) return
  if (outfit.top === 'gi' || outfit.top === 'dress' || outfit.top === 'robe') {
    ink.paint(limb(points('0 0, 0.05 -0.18, 0.03 -0.34', x, y), [0.035, 0.045, 0.04]), color, {
      shade: 0.015,
    })
    ink.paint(oval(x, y - 0.005, 0.06, 0.055), shift(color, 0.04), { shade: 0.015 })
    return
  }
  const box = (by: number): readonly number[] =>
    polygon([
      [x - by, y - by],
      [x + by, y - by],
      [x + by, y + by * 0.9],
      [x - by, y + by * 0.9],
    ])
  ink.paint(box(0.075), mix(colors.metal, colors.accent, 0.35), { shade: 0.015 })
  ink.paint(box(0.035), shift(color, -0.08), { line: 0, shade: 0 })
}
