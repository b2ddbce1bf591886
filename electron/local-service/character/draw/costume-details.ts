/**
 * What is on the garments of special callings: armour, spacesuits, uniforms and the like.
 */
import { mix, shift } from '../../paint/color.ts'
import { closed, limb, oval, points, polygon, type Point } from './curves.ts'
import { drawTrim, type Places } from './garment-places.ts'
import type { Stage } from './stage.ts'

/** A spacesuit's chest pack. */
export function drawControls({ design, body, ink }: Stage, { front }: Places): void {
  const { colors } = design
  ink.paint(
    limb(
      [
        [-0.24, body.shoulderY + 0.08],
        [0, body.shoulderY + 0.03],
        [0.24, body.shoulderY + 0.08],
      ],
      [0.06, 0.065, 0.06],
    ),
    colors.metal,
    { shade: 0.025 },
  )
  for (const y of [body.waistY + 0.01, body.hipY + 0.03]) {
    const half = body.waistHalf + 0.1
    ink.stroke(
      [
        [-half, y + 0.01],
        [0, y - 0.02],
        [half, y + 0.01],
      ],
      0.028,
      shift(colors.primary, -0.12),
    )
  }
  if (body.view.isBack) return
  const [x, y] = [front(body.chestHalf), body.chestY + 0.03]
  ink.paint(
    polygon(points('-0.19 -0.13, 0.19 -0.13, 0.19 0.12, -0.19 0.12', x, y)),
    mix(colors.metal, colors.linen, 0.5),
    { shade: 0.025 },
  )
  ink.paint(polygon(points('-0.15 -0.01, 0.02 -0.01, 0.02 0.08, -0.15 0.08', x, y)), colors.eyes, {
    line: 0.6,
    shade: 0,
  })
  for (const [dx, color] of [
    [-0.12, colors.accent],
    [-0.03, colors.secondary],
    [0.06, colors.metal],
  ] as const)
    ink.paint(oval(x + dx, y - 0.07, 0.028, 0.028), color, { line: 0.6, shade: 0 })
  ink.paint(oval(x + 0.11, y + 0.035, 0.05, 0.05), colors.accent, { line: 0.7, shade: 0.012 })
}

export function drawCrossedFront({ design, body, ink }: Stage, { front, neck: [x, y] }: Places): void {
  const { accent, linen } = design.colors
  if (body.view.isBack) return
  const waist = front(body.waistHalf)
  ink.paint(closed(points('-0.1 0.01, -0.1 0.01, 0 -0.2, 0 -0.2, 0.1 0.01, 0.1 0.01', x, y)), linen, {
    line: 0,
    shade: 0.02,
  })
  ink.stroke(
    [
      [x - 0.14, y + 0.04],
      [front(body.chestHalf) - 0.02, body.chestY + 0.05],
      [waist + 0.14, body.waistY - 0.02],
    ],
    0.075,
    accent,
  )
  ink.stroke(
    [
      [x + 0.14, y + 0.04],
      [front(body.chestHalf) + 0.06, body.chestY + 0.1],
      [waist - 0.05, body.waistY + 0.02],
    ],
    0.075,
    accent,
  )
}

export function drawBib({ design, body, ink }: Stage, { front }: Places): void {
  const { colors } = design
  const cloth = colors.secondary
  const [x, waist] = [front(body.chestHalf), front(body.waistHalf)]
  const half = body.waistHalf + 0.035
  ink.paint(
    closed([
      [-half, body.waistY - 0.01],
      [-half, body.waistY - 0.01],
      [-half - 0.06, body.hipY - 0.08],
      [0, body.hipY - 0.12],
      [half + 0.06, body.hipY - 0.08],
      [half, body.waistY - 0.01],
      [half, body.waistY - 0.01],
      [waist, body.waistY - 0.03],
    ]),
    cloth,
    { shade: 0.04 },
  )
  const top = body.chestY + 0.02
  for (const side of [-1, 1])
    ink.stroke(
      [
        [x * 0.3 + side * 0.24, body.shoulderY + 0.05],
        [x + side * (body.view.isBack ? 0.08 : 0.17), top],
      ],
      0.085,
      cloth,
    )
  ink.paint(
    closed([
      [x - 0.2, top],
      [x - 0.2, top],
      [waist - 0.24, body.waistY - 0.04],
      [waist - 0.24, body.waistY - 0.04],
      [waist + 0.24, body.waistY - 0.04],
      [waist + 0.24, body.waistY - 0.04],
      [x + 0.2, top],
      [x + 0.2, top],
    ]),
    cloth,
    { shade: 0.03 },
  )
  if (body.view.isBack) return
  for (const side of [-1, 1])
    ink.paint(oval(x + side * 0.165, top - 0.035, 0.03, 0.03), mix(colors.metal, colors.accent, 0.4), {
      line: 0.6,
      shade: 0,
    })
  ink.paint(
    polygon([
      [waist - 0.1, body.waistY + 0.02],
      [waist + 0.1, body.waistY + 0.02],
      [waist + 0.1, top - 0.1],
      [waist - 0.1, top - 0.1],
    ]),
    shift(cloth, -0.05),
    { line: 0.7, shade: 0.01 },
  )
}

export function drawUniform(stage: Stage, places: Places): void {
  const { design, body, ink } = stage
  const { accent, metal } = design.colors
  const gold = mix(metal, accent, 0.4)
  drawTrim(stage, accent)
  for (const side of [-1, 1]) {
    const x = side * body.shoulderHalf * 0.82
    ink.paint(oval(x, body.shoulderY + 0.005, 0.13, 0.06, side * -0.25), gold, { shade: 0.015 })
  }
  if (body.view.isBack) return
  const [x, y] = places.neck
  ink.paint(limb(points('-0.13 0.05, 0 0.02, 0.13 0.05', x, y), [0.05, 0.055, 0.05]), accent, {
    shade: 0.015,
  })
  for (const share of [-0.09, 0.09]) {
    for (let row = 0; row < 4; row += 1) {
      const by = body.shoulderY - 0.13 - row * 0.15
      const half = row < 2 ? body.chestHalf : body.waistHalf
      ink.paint(oval(places.front(half) + share, by, 0.026, 0.026), gold, { line: 0.6, shade: 0 })
    }
  }
}

/** A hero's sign on the chest: a star. */
export function drawEmblem({ design, body, ink }: Stage, { front }: Places): void {
  if (body.view.isBack) return
  const [x, y] = [front(body.chestHalf), body.chestY + 0.07]
  ink.paint(oval(x, y, 0.17 * (body.view.name === 'front' ? 1 : 0.8), 0.16), design.colors.accent, {
    shade: 0.02,
  })
  const points: Point[] = []
  for (let spike = 0; spike < 10; spike += 1) {
    const radius = spike % 2 === 0 ? 0.12 : 0.05
    const angle = Math.PI / 2 + (spike * Math.PI) / 5
    points.push([
      x + Math.cos(angle) * radius * (body.view.name === 'front' ? 1 : 0.8),
      y + Math.sin(angle) * radius,
    ])
  }
  ink.paint(polygon(points), design.colors.secondary, { line: 0, shade: 0 })
}

export function drawChassis({ design, body, ink }: Stage, { front }: Places): void {
  const { colors } = design
  const dark = shift(colors.metal, -0.22)
  for (const y of [body.waistY + 0.04, body.waistY - 0.05, body.waistY - 0.14]) {
    const half = body.waistHalf - 0.01
    ink.stroke(
      [
        [-half, y + 0.01],
        [0, y - 0.02],
        [half, y + 0.01],
      ],
      0.034,
      dark,
    )
  }
  const [x, y] = [front(body.chestHalf), body.chestY + 0.07]
  if (body.view.isBack) {
    ink.paint(
      polygon(points('-0.18 -0.12, 0.18 -0.12, 0.18 0.12, -0.18 0.12', 0, y)),
      shift(colors.primary, -0.04),
      { shade: 0.02 },
    )
    for (const dy of [-0.06, 0, 0.06])
      ink.stroke(
        [
          [-0.12, y + dy],
          [0.12, y + dy],
        ],
        0.02,
        dark,
      )
    return
  }
  ink.paint(oval(x, y, 0.17, 0.16), colors.primary, { shade: 0.025 })
  ink.paint(oval(x, y, 0.1, 0.095), shift(colors.eyes, 0.05, 1.1), { line: 0.8, shade: 0.012 })
  ink.paint(oval(x - 0.03, y + 0.035, 0.03, 0.025), [0.95, 0.97, 1], { line: 0, shade: 0, opacity: 0.7 })
}
