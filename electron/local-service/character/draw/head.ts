/**
 * The head of a figure: skull, ears, face and what grows on it, in the order in which they cover each other.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import { drawAnimalEars, drawMuzzle } from './animal.ts'
import { closed, oval, type Point } from './curves.ts'
import { drawBeard } from './beard.ts'
import { drawFace } from './face.ts'
import { drawHairBehind, drawHairOver } from './hair.ts'
import { drawHatBehind, drawHatOver } from './hats.ts'
import { drawRobotHead } from './robot.ts'
import type { Headwear } from '../design.ts'
import { skull } from './skull.ts'
import type { Stage } from './stage.ts'

/** Hats through which a beast's ears come out. */
const EAR_HOLES: readonly Headwear[] = [
  'wide-hat',
  'cap',
  'beret',
  'beanie',
  'top-hat',
  'tricorn',
  'pointed-hat',
  'bandana',
  'chef-hat',
]

/** What belongs to the head but hangs behind the body; drawn first, except from the back. */
export function drawBehindHead(stage: Stage): void {
  if (stage.body.view.isBack || stage.design.species === 'robot') return
  drawHairBehind(stage)
}

/** The head itself, with the neck below it already drawn. */
export function drawHead(stage: Stage): void {
  const { design, body, ink } = stage
  if (design.species === 'robot') {
    drawRobotHead(stage)
    drawHatOver(stage)
    return
  }
  const showsEarOnHead = body.view.name === 'three-quarter'
  drawHatBehind(stage)
  if (!showsEarOnHead) drawEars(stage)
  drawAnimalEars(stage)
  ink.paint(skull(stage), design.colors.skin, { shade: 0.07, depth: 0.9 })
  if (showsEarOnHead) drawEars(stage)
  if (!body.view.isBack) {
    if (design.species === 'beast') drawMuzzle(stage)
    drawFace(stage)
    drawBeard(stage)
  }
  drawHairOver(stage)
  drawHatOver(stage)
  if (design.species === 'beast' && EAR_HOLES.includes(design.outfit.head)) drawAnimalEars(stage)
}

function drawEars({ design, body, ink }: Stage): void {
  if (design.species === 'beast') return
  const { view, headX, chinY } = body
  const isPointed = design.species === 'elf' || design.species === 'goblin'
  const inner = mix(design.colors.skin, shift(design.colors.skin, -0.12, 1.3), 0.6)
  for (const own of [-90, 90]) {
    const { shift: across, squash } = view.onRound(own)
    // In the three-quarter view the far ear is hidden and the near one lies on the head.
    if (view.name === 'three-quarter' && own < 0) continue
    const near = view.name === 'three-quarter'
    const x = headX + across * (near ? 0.33 : 0.43)
    const y = chinY + 0.42
    const side = near ? 1 : Math.sign(across)
    const ear = isPointed ? pointedEar(x, y, side) : oval(x + side * 0.02, y, 0.075, 0.115, side * -0.2)
    ink.paint(ear, design.colors.skin, { shade: 0.03 })
    if (!view.isBack && squash > -0.5) drawInnerEar(ink, x + side * 0.025, y, isPointed, side, inner)
  }
}

function pointedEar(x: number, y: number, side: number): readonly number[] {
  const tip: Point = [x + side * 0.3, y + 0.24]
  return closed([
    [x - side * 0.03, y - 0.1],
    [x + side * 0.09, y - 0.08],
    tip,
    tip,
    [x - side * 0.02, y + 0.12],
  ])
}

function drawInnerEar(
  ink: Stage['ink'],
  x: number,
  y: number,
  isPointed: boolean,
  side: number,
  color: Rgb,
): void {
  const [turn, long] = isPointed ? [side * -0.75, 0.1] : [side * -0.2, 0.06]
  ink.paint(oval(x + (isPointed ? side * 0.06 : 0), y + (isPointed ? 0.05 : 0), 0.03, long, turn), color, {
    line: 0,
    shade: 0,
  })
}
