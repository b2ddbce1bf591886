/**
 * Legs, trousers, skirts' linings and what is on the feet.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import type { Leg } from './body.ts'
import { closed, limb, oval, type Point, points } from './curves.ts'
import type { Stage } from './stage.ts'

/** Both legs, the far one first. */
export function drawLegs(stage: Stage): void {
  const legs = stage.body.legs.toSorted((a, b) => Number(b.isFar) - Number(a.isFar))
  for (const leg of legs) drawLeg(stage, leg)
}

function drawLeg(stage: Stage, leg: Leg): void {
  const { design, body, ink } = stage
  const { thigh, calf } = body
  const { outfit } = design
  const bare = legColor(stage)
  const spine: Point[] = [leg.hip, leg.knee, leg.ankle]
  const isRobot = design.species === 'robot'
  const cloth = trouserColor(stage)
  if (outfit.bottom === 'trousers' && !isRobot) {
    const ease = outfit.top === 'suit' ? 0.06 : 0.025
    ink.paint(limb(spine, [thigh + ease, (thigh + calf) / 2 + ease, calf + ease]), cloth, { shade: 0.05 })
    if (outfit.top === 'suit')
      ink.stroke(
        [
          [leg.knee[0] - calf - 0.07, leg.knee[1]],
          [leg.knee[0] + calf + 0.07, leg.knee[1]],
        ],
        0.05,
        shift(cloth, -0.1),
      )
    if (outfit.top === 'plate')
      ink.paint(oval(leg.knee[0], leg.knee[1] + 0.02, calf + 0.06, 0.13), design.colors.metal, {
        shade: 0.03,
      })
  } else {
    ink.paint(limb(spine, [thigh * 0.94, calf * 1.08, calf * 0.86]), bare, { shade: 0.045 })
    if (isRobot) drawJoints(stage, leg)
    if (outfit.bottom === 'shorts' && !isRobot) {
      const low: Point = [(leg.hip[0] + leg.knee[0]) / 2, leg.hip[1] * 0.42 + leg.knee[1] * 0.58]
      ink.paint(limb([leg.hip, low], [thigh + 0.02, thigh + 0.05]), cloth, { shade: 0.05 })
    }
  }
  drawFoot(stage, leg)
}

function legColor({ design }: Stage): Rgb {
  const { colors, species, outfit } = design
  if (species === 'robot') return mix(colors.metal, colors.primary, 0.4)
  if (outfit.top === 'leotard') return colors.secondary
  return colors.skin
}

function trouserColor({ design }: Stage): Rgb {
  const { colors, outfit } = design
  switch (outfit.top) {
    case 'plate':
      return shift(colors.metal, -0.16, 0.8)
    case 'suit':
      return colors.primary
    case 'leotard':
      return colors.primary
    default:
      return colors.secondary
  }
}

function drawJoints({ design, body, ink }: Stage, { knee, hip }: Leg): void {
  const dark = shift(design.colors.metal, -0.25)
  ink.paint(oval(knee[0], knee[1], body.calf + 0.03, body.calf + 0.02), dark, { shade: 0.03 })
  ink.paint(oval(hip[0], hip[1] - 0.02, body.thigh * 0.9, body.thigh * 0.8), dark, { shade: 0.03 })
}

function drawFoot({ design, body, ink }: Stage, { ankle, knee, side }: Leg): void {
  const { outfit, colors, species } = design
  const { view, calf } = body
  const [x, y] = [ankle[0], ankle[1] - 0.16]
  const feet = species === 'robot' ? 'plated' : outfit.feet
  const color = footColor(design.colors, feet)
  const wide = calf + 0.065
  const turned = view.name === 'three-quarter'
  if (feet === 'boots' || feet === 'plated') {
    const top = Math.min(knee[1] - 0.12, y + 0.56)
    const cuff: Point = [ankle[0] + (knee[0] - ankle[0]) * 0.5, top]
    ink.paint(limb([cuff, [ankle[0], y + 0.14]], [calf + 0.05, calf + 0.03]), color, { shade: 0.045 })
    if (feet === 'boots')
      ink.paint(
        limb(
          [
            [cuff[0] - calf - 0.02, top + 0.01],
            [cuff[0] + calf + 0.02, top + 0.01],
          ],
          [0.045, 0.045],
        ),
        shift(color, 0.07),
        { shade: 0.015 },
      )
    else
      ink.stroke(
        [
          [ankle[0] - calf - 0.02, y + 0.3],
          [ankle[0] + calf + 0.02, y + 0.3],
        ],
        0.018,
        shift(color, -0.2),
      )
  }
  const shoe: readonly Point[] = turned
    ? points('0.8 0.15, 0.95 0.02, 0 0, -1.9 0, -2.05 0.07, -1.3 0.15, -0.6 0.22, 0.3 0.22', x, y, wide)
    : [
        [x - wide, y + 0.03],
        [x - wide * 0.9 + side * 0.01, y + 0.14],
        [x - wide * 0.5, y + 0.21],
        [x + wide * 0.5, y + 0.21],
        [x + wide * 0.9 + side * 0.01, y + 0.14],
        [x + wide, y + 0.03],
        [x + wide * 0.6, y - 0.005],
        [x - wide * 0.6, y - 0.005],
      ]
  if (feet === 'sandals') {
    ink.paint(closed(shoe), colors.skin, { shade: 0.03 })
    ink.stroke(
      [
        [x - wide * (turned ? 1.7 : 0.95), y + 0.07],
        [x, y + 0.15],
        [x + wide * 0.9, y + 0.06],
      ],
      0.04,
      color,
    )
    ink.stroke(points('-0.8 0.2, 0 0.23, 0.8 0.2', x, y, wide), 0.03, color)
  } else ink.paint(closed(shoe), color, { shade: 0.035 })
  const sole = feet === 'sneakers' ? colors.linen : shift(color, -0.16)
  const [from, to] = turned ? [x - wide * 1.95, x + wide * 0.9] : [x - wide * 0.92, x + wide * 0.92]
  ink.stroke(
    [
      [from, y + 0.018],
      [(from + to) / 2, y + 0.01],
      [to, y + 0.018],
    ],
    0.038,
    sole,
  )
  if (feet === 'sneakers' && !view.isBack) {
    for (const dy of [0.12, 0.165])
      ink.stroke(
        [
          [x - wide * 0.35 - (turned ? wide * 0.5 : 0), y + dy],
          [x + wide * 0.3 - (turned ? wide * 0.5 : 0), y + dy],
        ],
        0.018,
        colors.linen,
      )
  }
}

function footColor(colors: Stage['design']['colors'], feet: Stage['design']['outfit']['feet']): Rgb {
  switch (feet) {
    case 'plated':
      return colors.metal
    case 'sneakers':
      return colors.accent
    case 'shoes':
      return shift(colors.leather, -0.1)
    case 'boots':
    case 'sandals':
      return colors.leather
  }
}
