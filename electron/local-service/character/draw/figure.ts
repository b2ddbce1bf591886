/**
 * A whole figure from one side: every part in the order in which they cover each other.
 */
import { shift } from '../../paint/color.ts'
import type { Design, Expression } from '../design.ts'
import { drawTail } from './animal.ts'
import { drawArm } from './arms.ts'
import { bodyOf } from './body.ts'
import { limb } from './curves.ts'
import { drawCape, drawOver } from './capes.ts'
import { drawBack } from './packs.ts'
import { drawTrunk } from './garments.ts'
import { drawBehindHead, drawHead } from './head.ts'
import type { Ink } from './ink.ts'
import { drawLegs } from './legs.ts'
import type { Stage } from './stage.ts'
import type { ViewName } from './view.ts'

/** Draws the figure standing on the origin of `ink`. */
export function drawFigure(
  ink: Ink,
  design: Design,
  view: ViewName,
  expression: Expression = 'content',
): void {
  const body = bodyOf(design, view)
  const stage: Stage = { ink, design, body, expression }
  const [first, second] = body.arms.toSorted((a, b) => Number(b.isFar) - Number(a.isFar))
  if (!body.view.isBack) {
    drawBack(stage)
    drawTail(stage)
    drawCape(stage)
    drawBehindHead(stage)
  }
  drawLegs(stage)
  if (first !== undefined) drawArm(stage, first)
  if (second !== undefined && view !== 'three-quarter') drawArm(stage, second)
  drawNeck(stage)
  drawTrunk(stage)
  if (second !== undefined && view === 'three-quarter') drawArm(stage, second)
  drawOver(stage)
  if (body.view.isBack) {
    drawCape(stage)
    drawOver(stage)
    drawTail(stage)
    drawBack(stage)
  }
  drawHead(stage)
}

/** Head and shoulders: the same figure, of which the rest lies outside the picture. */
export function drawNeck({ design, body, ink }: Stage): void {
  const thick = design.build === 'broad' ? 0.17 : design.isFeminine || design.age === 'child' ? 0.115 : 0.14
  const color =
    design.species === 'robot' ? shift(design.colors.metal, -0.25) : shift(design.colors.skin, -0.045)
  ink.paint(
    limb(
      [
        [0, body.shoulderY + 0.02],
        [body.headX, body.chinY + 0.12],
      ],
      [thick, thick * 0.92],
    ),
    color,
    { shade: 0.03 },
  )
}
