/**
 * What is worn on the head.
 */
import { mix, shift, type Rgb } from '../../paint/color.ts'
import { closed, limb, oval, polygon, reversed, type Point, points } from './curves.ts'
import type { Stage } from './stage.ts'

/** Where a hat sits: the middle of the brow line and the crown, in this view. */
interface Seat {
  readonly x: number
  readonly y: number
  /** The place of the nose across, for what is on the front. */
  readonly front: number
}

function seatOf({ body }: Stage): Seat {
  const { headX, chinY, view } = body
  return { x: headX + view.across(0, -0.02), y: chinY, front: headX + view.onRound(0).shift * 0.4 }
}

/** The part behind the head: the inside of a hood, a brim's far half, a halo. */
export function drawHatBehind(stage: Stage): void {
  const { design, ink } = stage
  const { x, y } = seatOf(stage)
  const { colors } = design
  switch (design.outfit.head) {
    case 'hood':
      ink.paint(oval(x, y + 0.5, 0.56, 0.62), shift(colors.primary, -0.16), { shade: 0.04 })
      break
    case 'wide-hat':
      ink.paint(oval(x, y + 0.82, 0.82, 0.17), shift(hatColor(stage), -0.12), { shade: 0.02 })
      break
    case 'pointed-hat':
      ink.paint(oval(x, y + 0.8, 0.76, 0.16), shift(hatColor(stage), -0.12), { shade: 0.02 })
      break
    case 'halo':
      drawHalo(stage, x, y + 1.2)
      break
    default:
      break
  }
}

function hatColor({ design }: Stage): Rgb {
  const { colors, outfit } = design
  switch (outfit.head) {
    case 'wide-hat':
      return outfit.top === 'overalls' || outfit.top === 'dress'
        ? mix([0.75, 0.55, 0.25], colors.leather, 0.2)
        : colors.leather
    case 'top-hat':
      return shift(colors.primary, -0.2, 0.6)
    case 'chef-hat':
      return colors.linen
    case 'tricorn':
      return shift(colors.leather, -0.12)
    case 'beanie':
    case 'beret':
    case 'cap':
    case 'bandana':
      return colors.accent
    default:
      return colors.primary
  }
}

/** What covers the head itself. */
export function drawHatOver(stage: Stage): void {
  const { design, body, ink } = stage
  const { x, y, front } = seatOf(stage)
  const { colors } = design
  const color = hatColor(stage)
  const band = colors.accent
  switch (design.outfit.head) {
    case 'none':
    case 'halo':
      break
    case 'pointed-hat': {
      const way = body.view.isBack ? -1 : 1
      const cone: readonly Point[] =
        points(`-0.44 0.8, -0.3 1.18, -0.08 1.52, 0.14 1.72, 0.4 1.7, 0.4 1.7, 0.23 1.5, 0.3 1.18,
0.44 0.8, 0 0.73`)
      ink.paint(closed(cone.map(([dx, dy]): Point => [x + way * dx, y + dy])), color, { shade: 0.08 })
      drawBrim(ink, x, y + 0.8, 0.76, 0.11, color)
      ink.paint(limb(points('-0.425 0.875, 0 0.8, 0.425 0.875', x, y), [0.05, 0.055, 0.05]), band, {
        shade: 0.02,
      })
      if (!body.view.isBack)
        ink.paint(
          polygon(points('-0.07 0.77, 0.07 0.77, 0.07 0.9, -0.07 0.9', front, y)),
          mix(colors.metal, [0.8, 0.55, 0.12], 0.6),
          { shade: 0.015 },
        )
      break
    }
    case 'wide-hat':
      ink.paint(
        closed(
          points('-0.43 0.82, -0.39 1.12, -0.2 1.24, 0 1.2, 0.2 1.24, 0.39 1.12, 0.43 0.82, 0 0.75', x, y),
        ),
        color,
        { shade: 0.07 },
      )
      drawBrim(ink, x, y + 0.82, 0.82, 0.12, color)
      ink.paint(limb(points('-0.425 0.895, 0 0.825, 0.425 0.895', x, y), [0.045, 0.05, 0.045]), band, {
        shade: 0.015,
      })
      break
    case 'top-hat':
      ink.paint(
        closed(
          points(
            `-0.36 0.88, -0.36 0.88, -0.4 1.5, -0.4 1.5, 0 1.54, 0.4 1.5, 0.4 1.5, 0.36 0.88,
0.36 0.88, 0 0.83`,
            x,
            y,
          ),
        ),
        color,
        { shade: 0.08 },
      )
      drawBrim(ink, x, y + 0.9, 0.56, 0.09, color)
      ink.paint(limb(points('-0.365 0.97, 0 0.92, 0.365 0.97', x, y), [0.055, 0.06, 0.055]), band, {
        shade: 0.015,
      })
      break
    case 'crown':
    case 'tiara':
      drawCrown(stage, x, y, front)
      break
    case 'helm':
    case 'horned-helm':
      drawHelm(stage, x, y, front)
      break
    case 'bubble':
      drawBubble(stage, x, y)
      break
    case 'beret':
      ink.paint(
        closed(points('-0.44 0.84, -0.5 1.02, -0.22 1.15, 0.28 1.14, 0.6 0.98, 0.5 0.85, 0 0.8', x, y)),
        color,
        { shade: 0.06 },
      )
      ink.stroke(
        [
          [x + 0.05, y + 1.13],
          [x + 0.08, y + 1.21],
        ],
        0.035,
        shift(color, -0.1),
      )
      break
    case 'cap':
      ink.paint(
        closed(points('-0.46 0.78, -0.4 1.02, -0.15 1.12, 0.15 1.12, 0.4 1.02, 0.46 0.78, 0 0.74', x, y)),
        color,
        { shade: 0.06 },
      )
      if (!body.view.isBack) {
        const wide = body.view.name === 'front' ? 0.4 : 0.34
        ink.paint(
          closed([
            [front - wide, y + 0.78],
            [front, y + 0.84],
            [front + wide, y + 0.78],
            [front + wide * 0.8, y + 0.69],
            [front, y + 0.65],
            [front - wide * 0.8, y + 0.69],
          ]),
          shift(color, -0.07),
          { shade: 0.025 },
        )
      }
      break
    case 'beanie':
      ink.paint(
        closed(points('-0.46 0.76, -0.43 1.02, -0.2 1.2, 0.2 1.2, 0.43 1.02, 0.46 0.76, 0 0.7', x, y)),
        color,
        { shade: 0.06 },
      )
      ink.paint(
        limb(points('-0.45 0.8, 0 0.745, 0.45 0.8', x, y), [0.075, 0.08, 0.075]),
        shift(color, 0.07),
        { shade: 0.025 },
      )
      ink.paint(oval(x, y + 1.24, 0.1, 0.095), colors.linen, { shade: 0.03 })
      break
    case 'hood':
      drawHood(stage, x, y, color)
      break
    case 'bandana':
      ink.paint(
        closed(
          points(
            `-0.455 0.7, -0.42 0.98, -0.16 1.07, 0.16 1.07, 0.42 0.98, 0.455 0.7, 0.2 0.76,
-0.2 0.76`,
            x,
            y,
          ),
        ),
        color,
        { shade: 0.055 },
      )
      for (const [dx, dy] of points('-0.2 0.92, 0.02 0.97, 0.22 0.9, -0.06 0.84, 0.32 0.82'))
        ink.paint(oval(x + dx, y + dy, 0.024, 0.024), colors.linen, { line: 0, shade: 0 })
      break
    case 'tricorn':
      ink.paint(closed(points('-0.4 0.82, -0.36 1.08, 0 1.17, 0.36 1.08, 0.4 0.82', x, y)), color, {
        shade: 0.05,
      })
      ink.paint(
        closed(
          points(
            `-0.72 1, -0.72 1, -0.45 0.78, 0 0.74, 0.45 0.78, 0.72 1, 0.72 1, 0.35 0.98, 0 1.06,
-0.35 0.98`,
            x,
            y,
          ),
        ),
        color,
        { shade: 0.05 },
      )
      ink.stroke(
        points('-0.7 0.99, -0.35 0.965, 0 1.045, 0.35 0.965, 0.7 0.99', x, y),
        0.028,
        mix(colors.metal, [0.8, 0.55, 0.12], 0.6),
      )
      if (!body.view.isBack) {
        ink.paint(oval(front, y + 0.9, 0.07, 0.065), colors.linen, { line: 0.5, shade: 0 })
        for (const side of [-1, 1])
          ink.paint(oval(front + side * 0.026, y + 0.905, 0.016, 0.018), color, { line: 0, shade: 0 })
      }
      break
    case 'chef-hat':
      for (const [dx, dy, r] of [
        [-0.26, 1.2, 0.22],
        [0.26, 1.2, 0.22],
        [0, 1.29, 0.25],
      ] as const)
        ink.paint(oval(x + dx, y + dy, r, r * 0.92), color, { shade: 0.05 })
      ink.paint(
        closed(
          points('-0.38 0.82, -0.38 0.82, -0.4 1.16, 0 1.2, 0.4 1.16, 0.38 0.82, 0.38 0.82, 0 0.77', x, y),
        ),
        color,
        { shade: 0.06 },
      )
      for (const dx of [-0.18, 0, 0.18])
        ink.stroke(
          [
            [x + dx, y + 0.86],
            [x + dx * 1.1, y + 1.1],
          ],
          0.014,
          shift(color, -0.14),
          0.7,
        )
      break
    case 'flower-crown':
      for (let flower = 0; flower < 9; flower += 1) {
        const angle = Math.PI * (1.02 - (1.04 * flower) / 8)
        const [fx, fy] = [x + Math.cos(angle) * 0.46, y + 0.76 + Math.sin(angle) * 0.2]
        drawFlower(
          ink,
          fx,
          fy,
          0.075,
          [colors.accent, colors.linen, colors.secondary][flower % 3] ?? colors.accent,
        )
      }
      break
    case 'horns':
      for (const own of [-1, 1]) {
        const hx = x + body.view.across(own * 0.27, 0)
        const side = body.view.isBack ? -own : own
        ink.paint(
          limb(points('0 0.92, 0.16 1.1, 0.1 1.36', hx, y, side), [0.085, 0.065, 0.012]),
          mix(colors.leather, [0.7, 0.62, 0.5], 0.4),
          { shade: 0.03 },
        )
      }
      break
    case 'headphones':
      ink.paint(
        [
          limb(
            points('-0.47 0.5, -0.4 0.98, 0 1.13, 0.4 0.98, 0.47 0.5', x, y),
            [0.045, 0.045, 0.05, 0.045, 0.045],
          ),
        ],
        shift(color, -0.14),
        { shade: 0.015 },
      )
      for (const side of body.view.name === 'three-quarter' ? [0.8] : [-1, 1])
        ink.paint(oval(x + side * 0.47, y + 0.42, 0.1, 0.16), band, { shade: 0.03 })
      break
    case 'bow':
      for (const side of [-1, 1])
        ink.paint(
          closed([
            [x + 0.16, y + 0.98],
            [x + 0.16 + side * 0.2, y + 1.12],
            [x + 0.16 + side * 0.24, y + 0.98],
            [x + 0.16 + side * 0.2, y + 0.84],
          ]),
          band,
          { shade: 0.03 },
        )
      ink.paint(oval(x + 0.16, y + 0.98, 0.06, 0.065), shift(band, -0.06), { shade: 0.015 })
      break
  }
}

/** The near half of a round brim. */
function drawBrim(ink: Stage['ink'], x: number, y: number, wide: number, high: number, color: Rgb): void {
  ink.paint(
    closed([
      [x - wide, y + 0.035],
      [x - wide * 0.98, y + 0.02],
      [x - wide * 0.55, y - high * 0.75],
      [x, y - high],
      [x + wide * 0.55, y - high * 0.75],
      [x + wide * 0.98, y + 0.02],
      [x + wide, y + 0.035],
      [x + wide * 0.52, y + 0.01],
      [x, y - 0.025],
      [x - wide * 0.52, y + 0.01],
    ]),
    shift(color, 0.02),
    { shade: 0.025 },
  )
}

export function drawFlower(ink: Stage['ink'], x: number, y: number, size: number, color: Rgb): void {
  for (let petal = 0; petal < 5; petal += 1) {
    const angle = (petal / 5) * 2 * Math.PI + 0.3
    ink.paint(
      oval(x + Math.cos(angle) * size * 0.6, y + Math.sin(angle) * size * 0.6, size * 0.5, size * 0.5),
      color,
      { line: 0.5, shade: 0 },
    )
  }
  ink.paint(oval(x, y, size * 0.4, size * 0.4), [0.85, 0.6, 0.12], { line: 0, shade: 0 })
}

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

function drawHood({ body, ink }: Stage, x: number, y: number, color: Rgb): void {
  if (body.view.isBack) {
    ink.paint(
      closed(
        points(
          `-0.53 0.3, -0.5 0.8, -0.24 1.12, 0 1.22, 0.24 1.12, 0.5 0.8, 0.53 0.3, 0.36 -0.05,
0 -0.12, -0.36 -0.05`,
          x,
          y,
        ),
      ),
      color,
      { shade: 0.07 },
    )
    return
  }
  const open = body.view.name === 'three-quarter' ? -0.07 : 0
  const outer: readonly Point[] = points(
    `-0.56 0.1, -0.58 0.55, -0.44 0.95, -0.12 1.18, 0.05 1.22, 0.42 0.98, 0.58 0.55,
0.56 0.1, 0.4 -0.12`,
    x,
    y,
  )
  const inner: Point[] = [
    [x + open + 0.34, y + 0.02],
    [x + open + 0.42, y + 0.45],
    [x + open + 0.34, y + 0.8],
    [x + open, y + 0.95],
    [x + open - 0.34, y + 0.8],
    [x + open - 0.4, y + 0.45],
    [x + open - 0.33, y + 0.02],
    [x - 0.4, y - 0.12],
  ]
  ink.paint(closed([...outer, ...inner]), color, { shade: 0.06 })
}

function drawHalo({ ink }: Stage, x: number, y: number): void {
  const gold: Rgb = [0.9, 0.66, 0.16]
  ink.paint([oval(x, y, 0.34, 0.09), reversed(oval(x, y, 0.27, 0.055))], gold, { line: 0, shade: 0.012 })
}
