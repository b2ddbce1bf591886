/**
 * Headwear of metal and glass.
 */
import { mix, shift } from '../../paint/color.ts'
import type { Headwear } from '../design.ts'
import { closed, limb, oval, points, polygon, reversed, type Point } from './curves.ts'
import type { Stage } from './stage.ts'
import type { DrawWorn } from './worn.ts'

/** Drawn over the hair. */
export const HELMETS = {
  crown: ({ stage, x, y, front }) => drawCrown(stage, x, y, front),
  tiara: ({ stage, x, y, front }) => drawCrown(stage, x, y, front),
  helm: ({ stage, x, y, front }) => drawHelm(stage, x, y, front),
  'horned-helm': ({ stage, x, y, front }) => drawHelm(stage, x, y, front),
  bubble: ({ stage, x, y }) => drawBubble(stage, x, y),
} satisfies Partial<Record<Headwear, DrawWorn>>

function drawCrown({ design, body, ink }: Stage, x: number, y: number, front: number): void {
  const gold = mix(design.colors.metal, [0.85, 0.56, 0.1], 0.82)
  const isTiara = design.outfit.head === 'tiara'
  if (isTiara && body.view.isBack) return
  const high = isTiara ? 0.15 : 0.26
  const half = isTiara ? 0.3 : 0.38
  const base = y + (isTiara ? 0.86 : 0.9)
  const centre = isTiara ? (x + front) / 2 : x
  const points: Point[] = [[centre - half, base]]
  for (let spike = 0; spike < 5; spike += 1) {
    const sx = centre - half + (2 * half * (spike + 0.5)) / 5
    const tall = isTiara ? high * (1 - Math.abs(spike - 2) * 0.26) : high * (spike % 2 === 0 ? 1 : 0.82)
    points.push([sx - half * 0.1, base + 0.09], [sx, base + 0.06 + tall], [sx + half * 0.1, base + 0.09])
  }
  points.push([centre + half, base], [centre, base - 0.06])
  ink.paint(polygon(points), gold, { shade: 0.03 })
  ink.stroke(
    [
      [centre - half + 0.02, base + 0.025],
      [centre, base - 0.03],
      [centre + half - 0.02, base + 0.025],
    ],
    0.03,
    shift(gold, -0.1),
  )
  if (!body.view.isBack)
    ink.paint(oval(front * 0.6 + centre * 0.4, base + 0.045, 0.045, 0.05), design.colors.accent, {
      shade: 0.012,
    })
}

function drawHelm({ design, body, ink }: Stage, x: number, y: number, front: number): void {
  const { metal, accent } = design.colors
  const isHorned = design.outfit.head === 'horned-helm'
  if (isHorned) {
    for (const own of [-1, 1]) {
      const hx = x + body.view.across(own * 0.42, 0)
      const side = Math.sign(hx - x) || 1
      ink.paint(
        limb(points('-0.05 0.8, 0.2 0.92, 0.24 1.24', hx, y, side), [0.1, 0.085, 0.015]),
        [0.72, 0.62, 0.46],
        { shade: 0.035 },
      )
    }
  }
  const low = isHorned ? 0.7 : body.view.isBack ? 0.12 : 0.58
  const dome: Point[] = [
    [x - 0.49, y + low],
    [x - 0.48, y + 0.82],
    [x - 0.3, y + 1.09],
    [x, y + 1.17],
    [x + 0.3, y + 1.09],
    [x + 0.48, y + 0.82],
    [x + 0.49, y + low],
  ]
  if (!isHorned && !body.view.isBack) {
    const cheek = (side: number): readonly Point[] => [
      [x + side * 0.49, y + low],
      [x + side * 0.46, y + 0.16],
      [x + side * 0.3, y + 0.03],
      [front + side * 0.24, y + 0.12],
      [front + side * 0.29, y + 0.5],
      [front + side * 0.27, y + 0.62],
    ]
    ink.paint(
      closed([...dome.slice(1, -1), ...cheek(1), [front, y + 0.66], ...cheek(-1).toReversed()]),
      metal,
      { shade: 0.07 },
    )
    ink.stroke(
      [
        [front, y + 0.66],
        [front + (x - front) * 0.3, y + 0.95],
        [x, y + 1.16],
      ],
      0.05,
      shift(metal, 0.06),
    )
  } else {
    ink.paint(closed([...dome, [x, y + low - 0.05]]), metal, { shade: 0.07 })
    ink.stroke(
      [
        [x - 0.47, y + low + 0.05],
        [x, y + low],
        [x + 0.47, y + low + 0.05],
      ],
      0.055,
      shift(metal, -0.08),
    )
  }
  if (!isHorned)
    ink.paint(
      limb(
        [
          [x + body.view.across(0, -0.1), y + 1.14],
          [x + body.view.across(0, -0.2) + 0.05, y + 1.4],
          [x + body.view.across(0, -0.55) + 0.12, y + 1.3],
        ],
        [0.05, 0.1, 0.03],
      ),
      accent,
      { shade: 0.04 },
    )
}

/** A helmet of glass: what is inside shows through. */
function drawBubble({ design, body, ink }: Stage, x: number, y: number): void {
  const { metal, linen, accent } = design.colors
  const rim = [oval(x, y + 0.54, 0.71, 0.73, 0, 80), reversed(oval(x, y + 0.54, 0.69, 0.71, 0, 80))]
  ink.paint(oval(x, y + 0.54, 0.7, 0.72, 0, 80), [0.72, 0.87, 0.95], { line: 0, shade: 0, opacity: 0.13 })
  ink.paint(rim, [0.4, 0.52, 0.6], { line: 0, shade: 0, opacity: 0.7 })
  ink.stroke(points('-0.52 0.74, -0.4 0.99, -0.17 1.14', x, y), 0.055, [0.95, 0.98, 1], 0.75)
  ink.stroke(
    [
      [x + 0.57, y + 0.34],
      [x + 0.51, y + 0.19],
    ],
    0.035,
    [0.95, 0.98, 1],
    0.6,
  )
  ink.paint(
    limb(points('-0.44 -0.01, 0 -0.1, 0.44 -0.01', x, y), [0.075, 0.085, 0.075]),
    mix(metal, linen, 0.4),
    { shade: 0.03 },
  )
  if (!body.view.isBack) ink.paint(oval(x + 0.3, y - 0.055, 0.035, 0.035), accent, { line: 0.6, shade: 0 })
}
