/**
 * What is on the garments: collars, buttons, lapels, panels, trims.
 */
import { shift, type Rgb } from '../../paint/color.ts'
import {
  drawControls,
  drawCrossedFront,
  drawBib,
  drawUniform,
  drawEmblem,
  drawChassis,
} from './costume-details.ts'
import { closed, limb, oval, points } from './curves.ts'
import { drawPlates } from './armour.ts'
import { drawTrim, type Places } from './garment-places.ts'
import { hemOf } from './cuts.ts'
import type { Stage } from './stage.ts'

/** Draws them for the garment that is worn. */
export function drawGarmentDetails(stage: Stage): void {
  const { design, body } = stage
  const middle = body.view.onRound(0).shift
  const places: Places = {
    front: (half) => middle * half * 0.9,
    neck: [middle * 0.09, body.shoulderY + 0.085],
  }
  switch (design.outfit.top) {
    case 'tunic':
      drawTrim(stage, design.colors.accent)
      drawNeckline(stage, places, 0.2)
      break
    case 'shirt':
      drawNeckline(stage, places, 0.1)
      drawButtons(stage, places, 3, design.colors.linen)
      break
    case 'jacket':
    case 'coat':
      drawOpenFront(stage, places)
      break
    case 'hoodie':
      drawHoodie(stage, places)
      break
    case 'robe':
      drawTrim(stage, design.colors.accent)
      drawStrip(stage, places)
      break
    case 'dress':
      drawTrim(stage, design.colors.linen)
      drawCollar(stage, places, design.colors.linen)
      break
    case 'plate':
      drawPlates(stage, places)
      break
    case 'suit':
      drawControls(stage, places)
      break
    case 'gi':
      drawCrossedFront(stage, places)
      break
    case 'overalls':
      drawBib(stage, places)
      break
    case 'uniform':
      drawUniform(stage, places)
      break
    case 'leotard':
      drawEmblem(stage, places)
      break
    case 'chassis':
      drawChassis(stage, places)
      break
  }
}

function drawNeckline({ design, ink, body }: Stage, { neck: [x, y] }: Places, depth: number): void {
  if (body.view.isBack) return
  ink.paint(
    closed([
      [x - 0.12, y + 0.02],
      [x - 0.12, y + 0.02],
      [x, y - depth],
      [x, y - depth],
      [x + 0.12, y + 0.02],
      [x + 0.12, y + 0.02],
      [x, y + 0.02],
    ]),
    design.colors.linen,
    { line: 0.8, shade: 0.02 },
  )
  if (depth > 0.15) {
    for (const dy of [0.05, 0.11])
      ink.stroke(
        [
          [x - 0.06 + dy * 0.3, y - dy],
          [x + 0.06 - dy * 0.3, y - dy - 0.03],
        ],
        0.014,
        design.colors.leather,
      )
  }
}

function drawButtons({ body, ink }: Stage, { front }: Places, count: number, color: Rgb): void {
  if (body.view.isBack) return
  const [top, low] = [body.shoulderY - 0.12, body.waistY + 0.06]
  for (let button = 0; button < count; button += 1) {
    const y = top + ((low - top) * button) / Math.max(1, count - 1)
    const half = body.chestHalf + (body.waistHalf - body.chestHalf) * (button / Math.max(1, count - 1))
    ink.paint(oval(front(half), y, 0.024, 0.024), color, { line: 0.6, shade: 0.008 })
  }
}

function drawCollar({ design, body, ink }: Stage, { neck: [x, y] }: Places, color: Rgb): void {
  if (body.view.isBack) {
    ink.paint(limb(points('-0.2 0.01, 0 -0.02, 0.2 0.01', 0, y), [0.045, 0.05, 0.045]), color, {
      shade: 0.015,
    })
    return
  }
  for (const side of [-1, 1]) {
    ink.paint(closed(points('0 -0.02, 0.07 0.045, 0.2 -0.005, 0.15 -0.12, 0.04 -0.09', x, y, side)), color, {
      shade: 0.015,
    })
  }
  ink.paint(oval(x, y - 0.05, 0.042, 0.042), design.colors.accent, { shade: 0.012 })
}

/** Open over a shirt, with lapels. */
function drawOpenFront(stage: Stage, { front, neck: [x, y] }: Places): void {
  const { design, body, ink } = stage
  const { colors } = design
  const { y: hemY } = hemOf(stage)
  const low = design.outfit.hasBelt ? body.waistY - 0.05 : Math.max(hemY + 0.02, body.hipY - 0.1)
  if (body.view.isBack) {
    ink.paint(
      limb(points('-0.22 0.02, 0 -0.02, 0.22 0.02', 0, y), [0.06, 0.065, 0.06]),
      shift(colors.primary, -0.06),
      { shade: 0.02 },
    )
    if (body.hipY - hemY > 0.3)
      ink.stroke(
        [
          [0, body.hipY - 0.1],
          [0, hemY],
        ],
        0.02,
        shift(colors.primary, -0.15),
      )
    return
  }
  const [chest, waist, hip] = [front(body.chestHalf), front(body.waistHalf), front(body.hipHalf)]
  ink.paint(
    closed([
      [x - 0.1, y],
      [x - 0.1, y],
      [chest - 0.13, body.chestY],
      [waist - 0.1, body.waistY],
      [hip - 0.11, low],
      [hip - 0.11, low],
      [hip + 0.11, low],
      [hip + 0.11, low],
      [waist + 0.1, body.waistY],
      [chest + 0.13, body.chestY],
      [x + 0.1, y],
      [x + 0.1, y],
    ]),
    colors.linen,
    { line: 0.7, shade: 0.03 },
  )
  if (design.outfit.top === 'coat') {
    ink.paint(
      limb(
        [
          [x, y - 0.03],
          [chest, body.chestY],
          [waist, body.waistY + 0.05],
        ],
        [0.03, 0.05, 0.04],
      ),
      colors.accent,
      { shade: 0.015 },
    )
  } else
    ink.stroke(
      [
        [chest, body.chestY + 0.02],
        [waist, body.waistY],
        [hip, low],
      ],
      0.014,
      shift(colors.linen, -0.15),
    )
  for (const side of [-1, 1]) {
    ink.paint(
      closed([
        [x + side * 0.05, y + 0.06],
        [x + side * 0.17, y + 0.02],
        [x * 0.4 + chest * 0.6 + side * 0.25, body.chestY + 0.2],
        [chest + side * 0.2, body.chestY + 0.05],
        [chest + side * 0.11, body.chestY - 0.08],
        [chest + side * 0.11, body.chestY + 0.1],
      ]),
      shift(colors.primary, -0.05),
      { shade: 0.02 },
    )
    ink.stroke(
      [
        [hip + side * (body.hipHalf * 0.42), body.hipY + 0.13],
        [hip + side * (body.hipHalf * 0.8), body.hipY + 0.16],
      ],
      0.022,
      shift(colors.primary, -0.14),
    )
  }
}

function drawHoodie({ design, body, ink }: Stage, { front, neck: [x, y] }: Places): void {
  const { colors } = design
  const dark = shift(colors.primary, -0.07)
  if (body.view.isBack) {
    ink.paint(closed(points('-0.26 0.08, 0 0.1, 0.26 0.08, 0.22 -0.16, 0 -0.3, -0.22 -0.16', 0, y)), dark, {
      shade: 0.05,
    })
    return
  }
  ink.paint(limb(points('-0.24 0.07, 0 -0.05, 0.24 0.07', x, y), [0.075, 0.07, 0.075]), dark, { shade: 0.03 })
  const pocket = front(body.waistHalf)
  const py = body.waistY - 0.06
  ink.paint(
    closed(
      points(
        `-0.14 0.13, -0.14 0.13, -0.25 -0.04, -0.22 -0.1, -0.22 -0.1, 0.22 -0.1, 0.22 -0.1,
0.25 -0.04, 0.14 0.13, 0.14 0.13`,
        pocket,
        py,
      ),
    ),
    shift(colors.primary, -0.035),
    { line: 0.8, shade: 0.02 },
  )
  for (const side of [-1, 1])
    ink.stroke(points('0.06 -0.08, 0.075 -0.2, 0.065 -0.3', x, y, side), 0.02, colors.linen)
}

/** A band down the front. */
function drawStrip(stage: Stage, { front, neck: [x, y] }: Places): void {
  const { design, body, ink } = stage
  const { accent } = design.colors
  if (body.view.isBack) return
  const { y: hemY, half } = hemOf(stage)
  ink.paint(
    limb(
      [
        [x, y - 0.06],
        [front(body.chestHalf), body.chestY],
        [front(body.waistHalf), body.waistY],
        [front(half), hemY + 0.05],
      ],
      [0.035, 0.045, 0.045, 0.06],
    ),
    accent,
    { shade: 0.015 },
  )
  ink.stroke(points('-0.16 0.03, 0 -0.07, 0.16 0.03', x, y), 0.05, accent)
}
