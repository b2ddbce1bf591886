/**
 * Arms, sleeves, hands and gloves.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Top } from '../design.ts'
import type { Arm } from './body.ts'
import { limb, oval, type Point } from './curves.ts'
import { drawProp } from './props.ts'
import type { Stage } from './stage.ts'

/** How far down the arm a sleeve reaches, 0 to 1, how loose it is, and how it widens to its end, in heads. */
const SLEEVES: Readonly<Record<Top, readonly [number, number, number]>> = {
  tunic: [1, 0.025, 0.01],
  shirt: [0.52, 0.03, 0.03],
  jacket: [1, 0.035, 0.01],
  hoodie: [1, 0.05, 0.02],
  robe: [1, 0.03, 0.11],
  dress: [0.4, 0.06, -0.01],
  plate: [1, 0.03, 0],
  suit: [1, 0.075, 0],
  coat: [1, 0.045, 0.02],
  gi: [0.9, 0.03, 0.09],
  overalls: [0.52, 0.03, 0.03],
  uniform: [1, 0.03, 0],
  leotard: [1, 0.012, 0],
  chassis: [0, 0, 0],
}

/** An arm with its sleeve, its hand and what it holds. */
export function drawArm(stage: Stage, arm: Arm): void {
  const { design, body, ink } = stage
  const { colors, outfit, species } = design
  const spine: Point[] = [arm.shoulder, arm.elbow, arm.wrist]
  const radii = [body.upperArm, body.upperArm * 0.9, body.wristRadius]
  const holds = arm.isRight && outfit.prop !== 'none'
  if (species === 'robot') {
    drawRobotArm(stage, arm)
    if (holds) drawProp(stage, handAt(arm), arm)
    drawHand(stage, arm, shift(colors.metal, -0.1))
    return
  }
  ink.paint(limb(spine, radii), colors.skin, { shade: 0.04 })
  const [reach, ease, flare] = SLEEVES[outfit.top]
  if (reach > 0) {
    const end = along(spine, reach)
    const path = reach > 0.6 ? [arm.shoulder, arm.elbow, end] : [arm.shoulder, end]
    const last = (reach > 0.6 ? body.wristRadius : body.upperArm) + ease + flare
    ink.paint(limb(path, [body.upperArm + ease * 0.9, body.upperArm + ease, last]), sleeveColor(stage), {
      shade: 0.045,
    })
    if (reach > 0.6) drawCuff(stage, path, last)
  }
  if (outfit.top === 'plate') drawArmour(stage, arm)
  if (holds) drawProp(stage, handAt(arm), arm)
  drawHand(stage, arm, outfit.hasGloves ? gloveColor(stage) : colors.skin)
}

function sleeveColor({ design }: Stage): Rgb {
  const { colors, outfit } = design
  if (outfit.top === 'plate') return shift(colors.metal, -0.16, 0.8)
  if (outfit.top === 'overalls') return colors.primary
  if (outfit.top === 'dress') return mix(colors.primary, colors.linen, 0.25)
  return colors.primary
}

function gloveColor({ design }: Stage): Rgb {
  const { colors, outfit } = design
  if (outfit.top === 'plate') return colors.metal
  if (outfit.top === 'suit') return colors.accent
  return outfit.top === 'leotard' ? colors.secondary : colors.leather
}

function drawCuff({ design, ink }: Stage, path: readonly Point[], radius: number): void {
  const { top } = design.outfit
  if (top === 'suit' || top === 'plate') return
  const [from, to] = [along(path, 0.9), along(path, 1)]
  const color =
    top === 'robe' || top === 'gi' || top === 'coat' || top === 'uniform'
      ? design.colors.accent
      : shift(design.colors.primary, -0.06)
  ink.paint(limb([from, to], [radius * 0.92, radius + 0.006]), color, { shade: 0.02 })
}

/** The point a share of the way along a spine of straight pieces. */
function along(spine: readonly Point[], share: number): Point {
  const lengths = spine
    .slice(1)
    .map(([x, y], index) => Math.hypot(x - (spine[index]?.[0] ?? 0), y - (spine[index]?.[1] ?? 0)))
  let left = share * lengths.reduce((sum, each) => sum + each, 0)
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [spine[index], spine[index + 1]]
    if (from === undefined || to === undefined) break
    if (left <= length)
      return [from[0] + ((to[0] - from[0]) * left) / length, from[1] + ((to[1] - from[1]) * left) / length]
    left -= length
  }
  return spine.at(-1) ?? [0, 0]
}

export function handAt({ elbow, wrist }: Arm): Point {
  const [dx, dy] = [wrist[0] - elbow[0], wrist[1] - elbow[1]]
  const length = Math.hypot(dx, dy) || 1
  return [wrist[0] + (dx / length) * 0.09, wrist[1] + (dy / length) * 0.09]
}

function drawHand({ design, body, ink }: Stage, arm: Arm, color: Rgb): void {
  const [x, y] = handAt(arm)
  const size = body.wristRadius / 0.082
  const inward = -arm.side
  ink.paint(oval(x, y, 0.088 * size, 0.11 * size, arm.side * 0.25), color, { shade: 0.03 })
  ink.paint(
    limb(
      [
        [x + inward * 0.045 * size, y + 0.05],
        [x + inward * 0.095 * size, y - 0.02 * size],
      ],
      [0.036 * size, 0.032 * size],
    ),
    color,
    { shade: 0.015 },
  )
  ink.stroke(
    [
      [x + inward * 0.03 * size, y + 0.03],
      [x + inward * 0.055 * size, y - 0.045 * size],
    ],
    0.012,
    shift(color, -0.16),
    0.6,
  )
  const { top } = design.outfit
  if (design.outfit.hasGloves && design.species !== 'robot') {
    const flare = top === 'plate' || top === 'suit' ? 0.05 : 0.02
    const [wx, wy] = arm.wrist
    ink.paint(
      limb(
        [
          [wx - arm.side * 0.03, wy + 0.12],
          [wx, wy],
        ],
        [body.wristRadius + flare + 0.02, body.wristRadius + 0.012],
      ),
      color,
      { shade: 0.025 },
    )
  }
}

/** Plates on the shoulder and the elbow. */
function drawArmour({ design, body, ink }: Stage, { shoulder, elbow, side }: Arm): void {
  const { metal, accent } = design.colors
  ink.paint(oval(elbow[0], elbow[1], body.upperArm + 0.04, body.upperArm + 0.02), metal, { shade: 0.03 })
  ink.paint(oval(shoulder[0] + side * 0.06, shoulder[1] + 0.02, 0.2, 0.17, side * -0.5), metal, {
    shade: 0.06,
  })
  ink.stroke(
    [
      [shoulder[0] - side * 0.06, shoulder[1] - 0.1],
      [shoulder[0] + side * 0.1, shoulder[1] - 0.1],
      [shoulder[0] + side * 0.22, shoulder[1] + 0.02],
    ],
    0.026,
    accent,
  )
}

function drawRobotArm({ design, body, ink }: Stage, { shoulder, elbow, wrist }: Arm): void {
  const { metal, primary } = design.colors
  const dark = shift(metal, -0.25)
  const shell = mix(metal, primary, 0.4)
  ink.paint(limb([shoulder, elbow], [body.upperArm * 0.75, body.upperArm * 0.7]), dark, { shade: 0.03 })
  ink.paint(limb([elbow, wrist], [body.upperArm * 1.05, body.upperArm * 1.2]), shell, { shade: 0.04 })
  ink.paint(oval(elbow[0], elbow[1], body.upperArm * 0.9, body.upperArm * 0.9), dark, { shade: 0.03 })
  ink.paint(oval(shoulder[0], shoulder[1] + 0.01, 0.15, 0.15), primary, { shade: 0.04 })
}
