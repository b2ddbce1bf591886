/**
 * What is on the garments: collars, buttons, lapels, panels, trims.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import { closed, limb, oval, polygon, type Point, points } from './curves.ts'
import { hemOf } from './garments.ts'
import type { Stage } from './stage.ts'

interface Places {
  /** The middle of the front, in this view, at a given half width. */
  front(half: number): number
  readonly neck: Point
}

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

function drawTrim(stage: Stage, color: Rgb): void {
  const { y, half } = hemOf(stage)
  stage.ink.stroke(
    [
      [-half * 0.99, y + 0.045],
      [-half * 0.5, y + 0.005],
      [0, y - 0.005],
      [half * 0.5, y + 0.005],
      [half * 0.99, y + 0.045],
    ],
    0.06,
    color,
  )
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
        [x + side * 0.06, y + 0.06],
        [x + side * 0.19, y],
        [chest + side * 0.26, body.chestY + 0.12],
        [chest + side * 0.19, body.chestY + 0.07],
        [chest + side * 0.165, body.chestY - 0.03],
        [x + side * 0.1, y - 0.08],
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

function drawPlates(stage: Stage, { front }: Places): void {
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

/** A spacesuit's chest pack. */
function drawControls({ design, body, ink }: Stage, { front }: Places): void {
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

function drawCrossedFront({ design, body, ink }: Stage, { front, neck: [x, y] }: Places): void {
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

function drawBib({ design, body, ink }: Stage, { front }: Places): void {
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

function drawUniform(stage: Stage, places: Places): void {
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
function drawEmblem({ design, body, ink }: Stage, { front }: Places): void {
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

function drawChassis({ design, body, ink }: Stage, { front }: Places): void {
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
